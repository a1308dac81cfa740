// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.collection;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.isogloss.benchmarks.collection.TestCollection;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.OutputFileValidator;
import org.isogloss.cli.console.ProgressBar;
import org.isogloss.cli.option.CommonOptions;
import org.isogloss.cli.option.DeviceOption;
import org.isogloss.cli.option.EncoderModelOption;
import org.isogloss.core.Document;
import org.isogloss.core.Encoder;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.Role;
import org.isogloss.core.util.EscapedIds;
import org.isogloss.data.Judgement;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.trec.TrecQrels;
import org.isogloss.engine.LoadedModel;
import org.isogloss.mining.HardNegatives;
import org.isogloss.mining.MateListener;
import org.isogloss.mining.VectorScores;
import org.isogloss.options.OptionValidation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code isogloss collection negatives}. */
@Command(
    name = "negatives",
    mixinStandardHelpOptions = true,
    description = {
      "Find hard negatives, to train a ranking on a collection.",
      "",
      "Hard negatives of a query are documents that the vectors of a model rank high, but after the"
          + " best relevant document; those above it may be relevant too. The first words of a"
          + " document are compared, as many as the model reads.",
      "",
      "Writes the judgements of the collection and, with grade 0, the negatives: the qrels of"
          + " data.judged in a recipe."
    })
final class CollectionNegativesCommand implements Callable<Integer> {
  private static final int BATCH = 1024;

  private final Console console;

  @Parameters(
      paramLabel = "DIR",
      description = "A folder with documents.jsonl, queries.jsonl and qrels.txt.")
  private Path folder;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "FILE",
      description = "Write the judgements to this file.")
  private Path to;

  @Option(
      names = "--negatives",
      paramLabel = "N",
      description = "Maximum number of negatives of a query (default: ${DEFAULT-VALUE}).")
  private int negatives = 8;

  @Option(
      names = "--candidates",
      paramLabel = "N",
      description =
          "Draw the negatives at random from so many documents after the relevant one (default:"
              + " ${DEFAULT-VALUE}).")
  private int candidates = 40;

  @Option(
      names = "--margin",
      paramLabel = "M",
      description =
          "The least difference of the cosines of the relevant document and a negative (default:"
              + " ${DEFAULT-VALUE}).")
  private double margin = 0;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of the random choices (default: ${DEFAULT-VALUE}).")
  private long seed = 1;

  @Mixin private EncoderModelOption model;

  @Mixin private DeviceOption device;

  @Mixin private CommonOptions common;

  CollectionNegativesCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    common.apply(console);
    OptionValidation.requireOneOrMore("--negatives", negatives);
    if (candidates < negatives) {
      throw new IsoglossException(
          "--candidates is " + candidates + ", expected --negatives or more, " + negatives);
    }
    if (!(margin >= 0 && margin <= 2)) {
      throw new IsoglossException("--margin is " + margin + ", expected 0 to 2");
    }
    OutputFileValidator.prepare(console, to);
    TestCollection collection = TestCollection.read(folder);
    List<int[]> found = find(collection);
    List<Judgement> judgements = new ArrayList<>(collection.judgements());
    for (int query = 0; query < found.size(); query++) {
      for (int document : found.get(query)) {
        judgements.add(
            new Judgement(
                collection.queries().get(query).id(),
                collection.documents().get(document).id(),
                0));
      }
    }
    try (RecordWriter<Judgement> writer = TrecQrels.writer(to)) {
      writer.writeAllAndCommit(judgements.iterator());
    }
    long without = found.stream().filter(chosen -> chosen.length == 0).count();
    console.note(
        "Wrote "
            + OutputFileValidator.displayName(to)
            + ": "
            + Console.formatCount(
                judgements.size() - collection.judgements().size(), "negative", "negatives")
            + " of "
            + Console.formatCount(found.size() - without, "query", "queries")
            + (without == 0 ? "" : ", none of " + without));
    return 0;
  }

  private List<int[]> find(TestCollection collection) {
    List<HardNegatives.JudgedDocuments> judged = judgedDocuments(collection);
    try (LoadedModel loaded = model.open(device.inference(common))) {
      Encoder encoder = loaded.encoder();
      float[][] queries =
          encode(encoder, collection.queries().stream().map(Query::text).toList(), Role.QUERY);
      float[][] documents =
          encode(
              encoder,
              collection.documents().stream()
                  .map(document -> Passage.titled(document.title(), document.text()))
                  .toList(),
              Role.PASSAGE);
      return new HardNegatives(negatives, candidates, margin, seed)
          .find(new VectorScores(queries, documents), judged, common.threads, MateListener.NONE);
    }
  }

  private float[][] encode(Encoder encoder, List<String> texts, Role role) {
    ProgressBar progress =
        console.progress("Encoding", role == Role.QUERY ? "queries" : "documents");
    float[][] vectors = new float[texts.size()][];
    for (int from = 0; from < vectors.length; from += BATCH) {
      int to = Math.min(from + BATCH, vectors.length);
      System.arraycopy(encoder.encode(texts.subList(from, to), role), 0, vectors, from, to - from);
      progress.update(to, vectors.length);
    }
    console.endProgress();
    return vectors;
  }

  /**
   * Returns the judgements of each query, by the positions of documents.
   *
   * @throws IsoglossException if two documents have the same id, or a document or a query of a
   *     judgement is missing: a relevant document could become a negative
   */
  private List<HardNegatives.JudgedDocuments> judgedDocuments(TestCollection collection) {
    Map<String, Integer> documents = new HashMap<>();
    for (Document document : collection.documents()) {
      String id = EscapedIds.escape(document.id());
      if (documents.put(id, documents.size()) != null) {
        throw new IsoglossException(
            folder.resolve("documents.jsonl")
                + ": two documents have the id "
                + id
                + ": give one of them another id, or remove it");
      }
    }
    Map<String, List<Judgement>> ofQuery = new HashMap<>();
    collection
        .queries()
        .forEach(query -> ofQuery.put(EscapedIds.escape(query.id()), new ArrayList<>()));
    for (Judgement judgement : collection.judgements()) {
      requirePresent(judgement, "document", judgement.documentId(), documents, "documents.jsonl");
      requirePresent(judgement, "query", judgement.queryId(), ofQuery, "queries.jsonl");
      ofQuery.get(judgement.queryId()).add(judgement);
    }
    return collection.queries().stream()
        .map(query -> ofQuery.get(EscapedIds.escape(query.id())))
        .map(
            judgements ->
                new HardNegatives.JudgedDocuments(
                    judgements.stream()
                        .filter(judgement -> judgement.grade() > 0)
                        .mapToInt(judgement -> documents.get(judgement.documentId()))
                        .toArray(),
                    judgements.stream()
                        .mapToInt(judgement -> documents.get(judgement.documentId()))
                        .sorted()
                        .toArray()))
        .toList();
  }

  private void requirePresent(
      Judgement judgement, String what, String id, Map<String, ?> present, String file) {
    if (!present.containsKey(id)) {
      throw new IsoglossException(
          folder.resolve("qrels.txt")
              + ": judges document "
              + judgement.documentId()
              + " for query "
              + judgement.queryId()
              + ", but "
              + file
              + " has no such "
              + what
              + ": remove the judgement, or add the "
              + what);
    }
  }
}
