// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.model;

import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.isogloss.cli.console.Console;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.FolderTree;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.translation.TranslationFiles;
import org.isogloss.runtime.export.OnnxExport;
import org.isogloss.runtime.export.OnnxExportOptions;
import org.isogloss.runtime.export.Precision;
import org.isogloss.runtime.export.SharedVocabularyExport;
import org.isogloss.runtime.export.TranslationExport;
import org.isogloss.runtime.export.VocabularyFormat;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code isogloss model export}. */
@Command(
    name = "export",
    mixinStandardHelpOptions = true,
    description = {
      "Export a transformer as an ONNX graph, which Isogloss runs.",
      "",
      "The graph is written to the folder onnx of the model, as model.onnx or, in eight bits,"
          + " model_int8.onnx, and is used from then on. Without a graph, a model is exported anew"
          + " whenever it is opened. A translation model has two graphs, those of its encoder and of"
          + " a step of its decoder."
    })
final class ModelExportCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(
      paramLabel = "MODEL",
      description = "A folder of a transformer, or the name of a shipped model.")
  private String model;

  @Option(
      names = "--int8",
      description = "Use eight-bit matrix products: about three times as fast, with a small loss.")
  private boolean eightBits;

  @Option(
      names = "--vocabulary",
      paramLabel = "FORMAT",
      description =
          "Type of the vocabulary's vectors: fp32, int8 or int4 (default: that of the layers).")
  private String vocabulary;

  @Option(
      names = "--one-file",
      description = "Put the weights into the graph's file, not into a separate one.")
  private boolean oneFile;

  @Option(
      names = "--hidden-states",
      description = "Output the vectors of all tokens too, in addition to that of the text.")
  private boolean hiddenStates;

  @Option(
      names = "--vocabulary-of",
      paramLabel = "MODEL",
      description =
          "With --to: omit the tokenizer and the vocabulary's vectors, which must be those of"
              + " this model, a folder or a shipped one.")
  private String lender;

  @Option(
      names = "--to",
      paramLabel = "DIR",
      description =
          "Write a folder with the graph and everything that it needs, but without the weights.")
  private Path to;

  ModelExportCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    OnnxExportOptions options =
        OnnxExportOptions.forPrecision(eightBits ? Precision.INT8 : Precision.FP32)
            .withHiddenStates(hiddenStates)
            .withSingleFile(oneFile);
    if (vocabulary != null) {
      options = options.withVocabulary(VocabularyFormat.fromName(vocabulary));
    }
    if (lender != null && (to == null || vocabulary != null)) {
      throw new IsoglossException(
          "--vocabulary-of needs --to and the unchanged vocabulary of the other model: give"
              + " --to and omit --vocabulary");
    }
    try (ModelFolder folder = ModelFolder.open(model)) {
      if (TranslationFiles.exist(folder)) {
        exportTranslation(folder, options.precision());
      } else if (lender != null) {
        try (ModelFolder other = ModelFolder.open(lender)) {
          SharedVocabularyExport.write(folder, other, lender, to, options);
        }
        print(to, to);
      } else if (to == null) {
        Path graph = OnnxExport.write(folder, options);
        print(graph, graph.getParent());
      } else {
        OnnxExport.writeServingFolder(folder, to, options);
        print(to, to);
      }
    }
    return 0;
  }

  private void exportTranslation(ModelFolder folder, Precision precision) {
    if (vocabulary != null || lender != null || to != null || oneFile || hiddenStates) {
      throw new IsoglossException(
          model
              + " is a translation model, which has two graphs: omit --vocabulary,"
              + " --vocabulary-of, --to, --one-file and --hidden-states");
    }
    for (Path graph : TranslationExport.write(folder, precision)) {
      console.note("Wrote " + graph);
    }
  }

  private void print(Path written, Path measured) {
    console.note(
        String.format(
            Locale.ROOT, "Wrote %s (%.1f MB in all)", written, FolderTree.size(measured) / 1e6));
  }
}
