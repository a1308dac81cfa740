// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.adversarial;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.isogloss.benchmarks.construction.CollectionBuilder;
import org.isogloss.benchmarks.construction.CollectionFormat;
import org.isogloss.benchmarks.construction.ConstructionListener;
import org.isogloss.benchmarks.construction.ConstructionOptions;
import org.isogloss.core.Language;
import org.isogloss.core.io.FileErrors;
import org.isogloss.data.JudgedQuery;
import org.isogloss.data.detect.LinkedDocumentOptions;
import org.isogloss.data.detect.LinkedDocuments;
import org.isogloss.data.training.JudgedExample;
import org.isogloss.data.training.JudgedExamples;
import org.isogloss.data.training.JudgedPassage;
import org.isogloss.data.training.LabelledText;
import org.isogloss.data.training.LabelledTexts;
import org.isogloss.neural.adversary.AdversaryOptions;
import org.isogloss.papers.PaperOptions;

/** The collection, and the training files that are made from it and kept in the work folder. */
final class AdversarialData {
  private final AdversarialSetup setup;
  private Optional<ClirMatrixFolder> opened = Optional.empty();

  AdversarialData(AdversarialSetup setup) {
    this.setup = setup;
  }

  private Path builtCollection() {
    PaperOptions options = setup.runner().options();
    Path folder = setup.runner().dataFile("collection");
    if (!Files.exists(folder)) {
      setup.runner().listener().messageReported("building a collection from the documentation");
      try {
        Files.createDirectories(folder.toAbsolutePath().getParent());
      } catch (IOException e) {
        throw FileErrors.cannotWrite(folder, e);
      }
      ConstructionOptions construction =
          ConstructionOptions.DEFAULT
              .withFormats(EnumSet.of(CollectionFormat.CLIRMATRIX))
              .withMonolingual(true)
              .withSeed(options.seed())
              .withThreads(options.threads());
      new CollectionBuilder(construction, ConstructionListener.NONE)
          .build(
              folder,
              LinkedDocuments.read(
                  List.of(options.data().resolve("help")),
                  LinkedDocumentOptions.DEFAULT.withLanguages(setup.poolLanguages())));
    }
    return folder;
  }

  /** Returns the collection; builds it from the documentation if none is given. */
  ClirMatrixFolder collection() {
    if (opened.isEmpty()) {
      opened =
          Optional.of(
              new ClirMatrixFolder(
                  setup
                      .runner()
                      .options()
                      .path(AdversarialPaper.COLLECTION)
                      .orElseGet(() -> builtCollection().resolve("clirmatrix"))));
    }
    return opened.get();
  }

  /** Returns the file of judged training queries; writes it if it does not exist. */
  Path judgedExamples(AdversarialVariant.Setting setting, Language target) {
    Language queries =
        setting == AdversarialVariant.Setting.ZERO_SHOT ? target : AdversarialSetup.SOURCE;
    Path file = setup.runner().dataFile("judged-" + queries + "-" + target + ".jsonl");
    if (!Files.exists(file)) {
      JudgedExamples.write(
          file, trainingQueries(queries, target).stream().map(judged -> example(judged, target)));
    }
    return file;
  }

  private List<JudgedQuery> trainingQueries(Language queries, Language documents) {
    return collection()
        .queries(
            queries,
            documents,
            ClirMatrixFolder.Split.TRAIN,
            setup.sizes().count("training-queries"));
  }

  private JudgedExample example(JudgedQuery judged, Language target) {
    return new JudgedExample(
        judged.query().text(),
        judged.judgements().stream()
            .limit(setup.sizes().count("training-candidates"))
            .map(one -> new JudgedPassage(collection().text(target, one.documentId()), one.grade()))
            .toList());
  }

  /**
   * Returns the file of texts for the adversary; writes it if it does not exist. They are the
   * documents of the training queries of both languages or, if the discriminator reads all terms,
   * the queries themselves.
   */
  Path adversaryTexts(AdversaryOptions.Vectors vectors, Language target) {
    boolean queries = vectors == AdversaryOptions.Vectors.TERMS;
    Path file = setup.runner().dataFile((queries ? "queries-" : "documents-") + target + ".jsonl");
    if (!Files.exists(file)) {
      Language source = AdversarialSetup.SOURCE;
      LabelledTexts.write(
          file,
          Stream.concat(
              texts(source, trainingQueries(source, target), queries),
              texts(target, trainingQueries(target, source), queries)));
    }
    return file;
  }

  private Stream<LabelledText> texts(Language language, List<JudgedQuery> judged, boolean queries) {
    return judged.stream()
        .map(JudgedQuery::query)
        // The id of a query is that of the document with this title.
        .filter(query -> queries || collection().hasDocument(language, query.id()))
        .map(
            query ->
                new LabelledText(
                    language,
                    queries ? query.text() : collection().text(language, query.id()),
                    Optional.of(query.text())));
  }
}
