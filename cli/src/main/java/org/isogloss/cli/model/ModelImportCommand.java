// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.model;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.isogloss.cli.console.Console;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.util.Excerpt;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.adapter.AdapterSettings;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.safetensors.DataType;
import org.isogloss.modelio.transform.ModelImport;
import org.isogloss.runtime.foreign.GraphImport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code isogloss model import}. */
@Command(
    name = "import",
    mixinStandardHelpOptions = true,
    description = {
      "Import a Hugging Face or sentence-transformers folder as a model folder.",
      "",
      "Transformers of many architectures and static embeddings, with weights of any"
          + " floating-point type, in Safetensors or as tensors of a pickle; and encoders of any"
          + " architecture as the ONNX graph of another program, which is run as it is. Options"
          + " state what the folder does not (pooling, prefixes, length)."
    })
final class ModelImportCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(paramLabel = "DIR", description = "The folder to import.")
  private Path from;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "DIR",
      description = "Write the model to this folder.")
  private Path to;

  @Option(names = "--name", description = "Name of the model (default: that of the folder).")
  private String name;

  @Option(
      names = "--licence",
      paramLabel = "SPDX",
      description = "Licence of the model, such as MIT or Apache-2.0.")
  private String licence;

  @Option(
      names = "--pooling",
      paramLabel = "mean|cls|last|max|weighted_mean|none",
      description =
          "Pooling of token vectors into the vector of a text. Required if the folder does not"
              + " state it; none for a model that is only trained further.")
  private Pooling pooling;

  @Option(names = "--query-prefix", paramLabel = "TEXT", description = "Prefix of every query.")
  private String queryPrefix;

  @Option(names = "--passage-prefix", paramLabel = "TEXT", description = "Prefix of every passage.")
  private String passagePrefix;

  @Option(
      names = "--max-length",
      paramLabel = "N",
      description = "Maximum number of tokens of a text, including special tokens.")
  private Integer maxLength;

  @Option(
      names = "--dimensions",
      paramLabel = "N",
      description =
          "Keep the first N dimensions of a vector, of a model that was trained for it (Matryoshka).")
  private Integer dimensions;

  @Option(
      names = "--task",
      paramLabel = "NAME",
      description = {
        "Task whose adapter all texts get, such as text-matching, of a model with adapters.",
        "Default: retrieval.query for queries and retrieval.passage for passages."
      })
  private String task;

  @Option(
      names = "--type",
      paramLabel = "f32|bf16|f16",
      description = "Type of the weights (default: unchanged).")
  private DataType type;

  @Option(
      names = "--graph",
      paramLabel = "FILE",
      description = {
        "Import this ONNX graph, relative to DIR, instead of the weights.",
        "Default: onnx/model.onnx or model.onnx, if the folder has no weights of an architecture"
            + " that Isogloss knows."
      })
  private String graph;

  ModelImportCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    try (ModelFolder folder =
        graph == null ? ModelFolder.open(from) : ModelFolder.openAsGraph(from)) {
      Optional<String> found = Optional.ofNullable(graph).or(() -> GraphImport.findGraph(folder));
      if (found.isPresent()) {
        importGraph(folder, found.get());
      } else {
        importWeights(folder);
      }
    }
    console.note("Wrote " + to);
    return 0;
  }

  private void importGraph(ModelFolder folder, String file) {
    if (type != null) {
      throw new IsoglossException(
          "--type converts weights, but " + file + " is a graph: import it without --type");
    }
    new GraphImport(
            Optional.ofNullable(name).orElse(folder.manifest().name()),
            Optional.ofNullable(licence).orElse(folder.manifest().licence()),
            encoding(folder),
            file)
        .write(folder, to);
  }

  private void importWeights(ModelFolder folder) {
    if (pooling == null && folder.lacksPooling()) {
      throw new IsoglossException(
          from
              + ": does not state its pooling: add --pooling mean or --pooling cls, as the"
              + " model's description says, or --pooling none if it is only trained further");
    }
    ModelImport plain = ModelImport.unchanged(folder);
    new ModelImport(
            Optional.ofNullable(name).orElse(plain.name()),
            Optional.ofNullable(licence).orElse(plain.licence()),
            encoding(folder),
            Optional.ofNullable(type))
        .write(folder, to);
  }

  private EncodingSettings encoding(ModelFolder folder) {
    EncodingSettings encoding = task == null ? folder.encoding() : forTask(folder);
    return new EncodingSettings(
        Optional.ofNullable(queryPrefix).orElse(encoding.queryPrefix()),
        Optional.ofNullable(passagePrefix).orElse(encoding.passagePrefix()),
        length(folder, encoding),
        Optional.ofNullable(pooling).orElse(encoding.pooling()),
        dimensions == null ? encoding.dimension() : OptionalInt.of(dimensions(folder)),
        encoding.tasks());
  }

  private EncodingSettings forTask(ModelFolder folder) {
    List<String> tasks = folder.adapters().map(AdapterSettings::tasks).orElse(List.of());
    if (graph != null || !tasks.contains(task)) {
      throw new IsoglossException(
          "--task is "
              + Excerpt.quote(task)
              + ", expected "
              + (graph != null || tasks.isEmpty()
                  ? "no such option: the model has no adapters"
                  : "one of the tasks of the model's adapters: " + String.join(", ", tasks)));
    }
    return folder.encoding().withTask(task, folder.adapters().orElseThrow().prompt(task));
  }

  private int dimensions(ModelFolder folder) {
    if (dimensions < 1 || dimensions > folder.dimension()) {
      throw new IsoglossException(
          "--dimensions is " + dimensions + ", expected 1 to the model's " + folder.dimension());
    }
    return dimensions;
  }

  private int length(ModelFolder folder, EncodingSettings encoding) {
    if (maxLength == null) {
      return encoding.maxLength();
    }
    int longest =
        folder.kind() == ModelFolder.Kind.TRANSFORMER ? folder.longestText() : Integer.MAX_VALUE;
    if (maxLength < 1 || maxLength > longest) {
      throw new IsoglossException(
          "--max-length is " + maxLength + ", expected 1 to the model's " + longest);
    }
    return maxLength;
  }
}
