// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.adversarial;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.IntStream;
import org.isogloss.core.Encoder;
import org.isogloss.core.Language;
import org.isogloss.core.Role;
import org.isogloss.data.JudgedQuery;
import org.isogloss.data.Judgement;
import org.isogloss.data.collection.ClirMatrixFolder;
import org.isogloss.data.vector.NpyMatrix;
import org.isogloss.data.vector.NpyWriter;
import org.isogloss.measure.reduction.Tsne;
import org.isogloss.measure.reduction.TsneOptions;
import org.isogloss.measure.report.ScatterPlot;

/**
 * Documents that are versions of the same page in English and in a target language, as points of
 * the plane before and after training (figure 4 of the paper).
 *
 * @param target the other language
 * @param english the English documents
 * @param others their versions in the target language
 */
record ParallelDocumentMap(Language target, List<String> english, List<String> others) {
  private static final double PERPLEXITY = 15;
  private static final int MAX_TOOLTIP = 160;

  ParallelDocumentMap {
    english = List.copyOf(english);
    others = List.copyOf(others);
    if (english.size() != others.size()) {
      throw new IllegalArgumentException(
          english.size() + " documents for " + others.size() + " versions of them");
    }
  }

  /** Takes the documents of test queries and their {@linkplain #version versions}. */
  static ParallelDocumentMap of(
      ClirMatrixFolder collection, Language target, List<JudgedQuery> queries, int limit) {
    List<String> english = new ArrayList<>();
    List<String> others = new ArrayList<>();
    Language source = AdversarialData.SOURCE;
    for (JudgedQuery judged : queries) {
      String own = judged.query().id();
      Optional<String> version = version(judged, target);
      if (english.size() < limit && version.isPresent() && collection.hasDocument(source, own)) {
        english.add(collection.text(source, own));
        others.add(collection.text(target, version.get()));
      }
    }
    return new ParallelDocumentMap(target, english, others);
  }

  /**
   * Returns the version of a query's own document in another language: the candidate whose id is
   * the same except for the language ({@code en/page}, {@code de/page}), or the only one of the
   * best grade. Other documents have the best grade, too, if they are as relevant.
   */
  static Optional<String> version(JudgedQuery judged, Language target) {
    int best = judged.judgements().getFirst().grade();
    List<String> candidates =
        judged.judgements().stream()
            .filter(judgement -> judgement.grade() == best)
            .map(Judgement::documentId)
            .toList();
    String prefix = AdversarialData.SOURCE.tag() + "/";
    String own = judged.query().id();
    Optional<String> named =
        own.startsWith(prefix)
            ? Optional.of(target.tag() + "/" + own.substring(prefix.length()))
            : Optional.empty();
    return named
        .filter(candidates::contains)
        .or(() -> candidates.stream().findFirst().filter(only -> candidates.size() == 1));
  }

  /** Returns whether there are enough documents for t-SNE. */
  boolean isDrawable() {
    return english.size() >= 2;
  }

  private List<String> texts() {
    return IntStream.range(0, 2 * english.size())
        .mapToObj(i -> i < english.size() ? english.get(i) : others.get(i - english.size()))
        .toList();
  }

  /** Encodes the documents and writes their vectors, English first. */
  void write(Encoder encoder, Path file) {
    float[][] vectors = encoder.encode(texts(), Role.PASSAGE);
    try (NpyWriter writer = NpyWriter.create(file, encoder.dimension())) {
      for (float[] vector : vectors) {
        writer.write(vector);
      }
      writer.commit();
    }
  }

  /**
   * Draws a panel for each model, by t-SNE.
   *
   * @param files files of {@link #write} by name of the model; missing ones are left out
   */
  ScatterPlot draw(SequencedMap<String, Path> files, long seed) {
    List<ScatterPlot.Item> items = new ArrayList<>();
    List<ScatterPlot.Link> links = new ArrayList<>();
    List<String> texts = texts();
    for (int i = 0; i < texts.size(); i++) {
      Language language = i < english.size() ? AdversarialData.SOURCE : target;
      String text = texts.get(i);
      items.add(
          new ScatterPlot.Item(
              language.tag(), text.substring(0, Math.min(text.length(), MAX_TOOLTIP))));
      if (i < english.size()) {
        links.add(new ScatterPlot.Link(i, english.size() + i));
      }
    }
    ScatterPlot plot =
        new ScatterPlot("Versions of the same pages in en and " + target, items).links(links);
    TsneOptions options = TsneOptions.builder().perplexity(PERPLEXITY).seed(seed).build();
    files.forEach(
        (model, file) -> {
          if (Files.exists(file)) {
            plot.panel(model, Tsne.map(rows(NpyMatrix.open(file)), options).points());
          }
        });
    return plot;
  }

  private static float[][] rows(NpyMatrix matrix) {
    float[][] rows = new float[matrix.rows()][matrix.columns()];
    for (int row = 0; row < rows.length; row++) {
      matrix.values().get(matrix.values().position() + row * matrix.columns(), rows[row]);
    }
    return rows;
  }
}
