// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.OutputFileValidator;
import org.isogloss.cli.option.CommonOptions;
import org.isogloss.cli.option.DeviceOption;
import org.isogloss.cli.option.OptionHint;
import org.isogloss.core.IsoglossException;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.bitext.BitextFormat;
import org.isogloss.engine.LoadedModel;
import org.isogloss.engine.Models;
import org.isogloss.search.Indexer;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.links.LinkedText;
import org.isogloss.search.links.LinkedTextFormat;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code isogloss index links}. */
@Command(
    name = "links",
    mixinStandardHelpOptions = true,
    description = {
      "Write which documents of an index are translations or copies of each other: one line of"
          + " JSON for each text, with its documents by language and the mean cosine of their"
          + " passages.",
      "",
      "Aligns the sentences of translations, and writes them as a translation memory, if the name of"
          + " the file ends in .tmx (TMX), .xlf or .xliff (XLIFF)."
    })
final class IndexLinksCommand extends IndexSubcommand {
  private static final Pattern TSV_NAME = Pattern.compile("(?i)\\.tsv(\\.gz)?$");

  @Option(
      names = "--to",
      paramLabel = "FILE",
      description =
          "Write to this file, compressed if its name ends in .gz (default: standard output).")
  private Path file = Path.of("-");

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description =
          "The format of the list of documents: ${COMPLETION-CANDIDATES} (default: tsv if the name of"
              + " the file ends in .tsv, otherwise jsonl); tsv has a line for each document, with the"
              + " number of its text.")
  private LinkedTextFormat format;

  @Option(
      names = "--languages",
      paramLabel = "PAIR",
      description =
          "The languages of sentence pairs, source and target, such as de-en (default: those of the"
              + " translations, if there are two).")
  private String languages;

  @Option(
      names = "--model",
      paramLabel = "MODEL",
      description =
          "The encoder that compares sentences, a model folder or the name of a shipped one (default:"
              + " that of the index).")
  private String model;

  @Option(
      names = "--find",
      description =
          "First look for the links of documents that were not examined, as index does by default:"
              + " of an index that an earlier version wrote, or that was merged.")
  private boolean find;

  @Mixin private CommonOptions common;

  @Mixin private DeviceOption device;

  IndexLinksCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() {
    common.apply(console);
    boolean sentences = BitextFormat.ofFileName(file) != BitextFormat.TSV;
    if (sentences && format != null) {
      throw new IsoglossException(
          "--format "
              + format
              + " is a list of documents, but "
              + file
              + " is the name of a translation memory: omit --format, or write to a file with"
              + " another ending");
    }
    if (!sentences && (languages != null || model != null)) {
      throw new IsoglossException(
          "--languages and --model are for sentence pairs: write them --to a file whose name ends in"
              + " .tmx, .xlf or .xliff");
    }
    OutputFileValidator.prepareWithFolders(console, file);
    location().manifest(); // A missing index is not created.
    if (find) {
      try (Indexer indexer = Indexer.at(location()).threads(common.threads).open()) {
        indexer.findLinks();
      }
    }
    try (SearchIndex index = SearchIndex.open(location())) {
      index.requireIntact(Duration.ofDays(1));
      if (index.links().isEmpty()) {
        throw new IsoglossException(
            index.name()
                + ": the translations of its documents were not sought; add --find to look for"
                + " them");
      }
      if (sentences) {
        writeSentences(index);
      } else {
        writeDocuments(index.linkedTexts());
      }
    }
    return 0;
  }

  private void writeSentences(SearchIndex index) {
    List<LinkedText> texts = index.linkedTexts();
    LanguagePair pair =
        languages == null
            ? OptionHint.add("--languages PAIR", () -> LinkedSentences.languages(texts))
            : LanguagePair.find(languages)
                .orElseThrow(
                    () ->
                        new IsoglossException(
                            "--languages "
                                + languages
                                + " is not a pair of languages: expected two codes, such as"
                                + " de-en"));
    String encoder = model == null ? Models.ofIndex(location()) : model;
    try (LoadedModel loaded = Models.open(encoder, device.inference(common))) {
      new LinkedSentences(console, index, pair, loaded.encoder()).write(texts, file);
    }
  }

  private void writeDocuments(List<LinkedText> texts) {
    LinkedTextFormat byName =
        TSV_NAME.matcher(file.toString()).find() ? LinkedTextFormat.TSV : LinkedTextFormat.JSONL;
    LinkedTextFormat chosen = format == null ? byName : format;
    try (RecordWriter<String> writer = RecordWriter.open(file, (text, line) -> line.append(text))) {
      chosen.lines(texts).forEach(writer::write);
      writer.commit();
    }
    long translated = texts.stream().filter(LinkedText::isTranslated).count();
    console.note(
        "Wrote "
            + Console.formatCount(translated, "translated text", "translated texts")
            + " and "
            + Console.formatCount(texts.size() - translated, "text", "texts")
            + " with copies only to "
            + OutputFileValidator.displayName(file));
  }
}
