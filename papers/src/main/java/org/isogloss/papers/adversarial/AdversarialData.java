// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.adversarial;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.isogloss.benchmarks.construction.CollectionBuilder;
import org.isogloss.benchmarks.construction.CollectionFormat;
import org.isogloss.benchmarks.construction.ConstructionListener;
import org.isogloss.benchmarks.construction.ConstructionOptions;
import org.isogloss.core.Language;
import org.isogloss.data.JudgedQuery;
import org.isogloss.data.collection.ClirMatrixFolder;
import org.isogloss.data.detect.LinkedDocumentOptions;
import org.isogloss.data.detect.LinkedDocuments;
import org.isogloss.data.training.JudgedExample;
import org.isogloss.data.training.JudgedExamples;
import org.isogloss.data.training.JudgedPassage;
import org.isogloss.data.training.LabelledText;
import org.isogloss.data.training.LabelledTexts;
import org.isogloss.neural.adversary.AdversaryOptions;
import org.isogloss.papers.experiment.ExperimentRunner;

/** The collection, and the files that are made of it and kept in the work folder. */
final class AdversarialData {
  /** The language of the queries. */
  static final Language SOURCE = Language.of("en");

  /** Characters of a document that are read for each token: more than any text has. */
  private static final int MAX_TOKEN_LENGTH = 16;

  private final ExperimentRunner runner;
  private final List<Language> targets;
  private Optional<ClirMatrixFolder> opened = Optional.empty();

  /**
   * Creates the data of a run.
   *
   * @param targets languages of the documents
   */
  AdversarialData(ExperimentRunner runner, List<Language> targets) {
    this.runner = runner;
    this.targets = List.copyOf(targets);
  }

  ExperimentRunner runner() {
    return runner;
  }

  List<Language> targets() {
    return targets;
  }

  /** Returns the languages of the pool: the source language and the targets. */
  List<Language> poolLanguages() {
    return Stream.concat(Stream.of(SOURCE), targets.stream()).toList();
  }

  /** Returns the file of the vectors of the documents that are drawn. */
  Path mapFile(AdversarialVariant variant, Language target) {
    return runner.dataFile("map-" + variant.key() + "-" + target + ".npy");
  }

  static String codes(List<Language> languages) {
    return languages.stream().map(Language::tag).collect(Collectors.joining(", "));
  }

  private Path builtCollection() {
    Path folder = runner.dataFile("collection");
    if (!Files.exists(folder)) {
      runner.listener().messageReported("building a collection from the documentation");
      ConstructionOptions construction =
          ConstructionOptions.DEFAULT
              .withFormats(EnumSet.of(CollectionFormat.CLIRMATRIX))
              .withMonolingual(true)
              .withSeed(runner.options().seed())
              .withThreads(runner.options().threads());
      new CollectionBuilder(construction, ConstructionListener.NONE)
          .build(
              folder,
              LinkedDocuments.read(
                  List.of(runner.options().data().resolve("help")),
                  LinkedDocumentOptions.DEFAULT.withLanguages(poolLanguages())));
    }
    return folder;
  }

  /** Returns the collection; builds it from the documentation if none is given. */
  ClirMatrixFolder collection() {
    if (opened.isEmpty()) {
      Path folder =
          runner
              .options()
              .path("collection")
              .orElseGet(() -> builtCollection().resolve("clirmatrix"));
      opened =
          Optional.of(
              new ClirMatrixFolder(folder, runner.sizes().count("length") * MAX_TOKEN_LENGTH));
    }
    return opened.get();
  }

  /** Returns whether there are English queries for documents in all languages of the pool. */
  boolean hasPool() {
    return collection().hasQueries(SOURCE, SOURCE, ClirMatrixFolder.Split.TEST);
  }

  /** Returns the file of judged training queries; writes it if it does not exist. */
  Path judgedExamples(AdversarialVariant.Setting setting, Language target) {
    Language queries = setting == AdversarialVariant.Setting.ZERO_SHOT ? target : SOURCE;
    Path file = runner.dataFile("judged-" + queries + "-" + target + ".jsonl");
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
            runner.sizes().count("training-queries"));
  }

  private JudgedExample example(JudgedQuery judged, Language target) {
    return new JudgedExample(
        judged.query().text(),
        judged.judgements().stream()
            .limit(runner.sizes().count("training-candidates"))
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
    Path file = runner.dataFile((queries ? "queries-" : "documents-") + target + ".jsonl");
    if (!Files.exists(file)) {
      Language source = SOURCE;
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
