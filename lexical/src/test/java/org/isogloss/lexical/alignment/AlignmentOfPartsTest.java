// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.alignment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import org.isogloss.lexical.Alignment;
import org.isogloss.lexical.ParallelCorpus;
import org.isogloss.lexical.SyntheticBitext;
import org.isogloss.lexical.Vocabulary;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Parts of a corpus, counted separately, give the parameters and links of the whole corpus. */
class AlignmentOfPartsTest {
  private static final int PARTS = 3;

  private final long seed = new Random().nextLong();
  private final ParallelCorpus whole = SyntheticBitext.artificial(900, 200, new Random(seed));

  @ParameterizedTest
  @EnumSource(AlignmentModel.class)
  void sumsOfPartsGiveTheParametersOfTheWhole(AlignmentModel model) throws Exception {
    AlignerOptions options = AlignerOptions.builder().model(model).threads(1).build();
    List<ParallelCorpus> parts = parts();
    AlignmentParameters parameters =
        AlignmentParameters.of(
            rows(parts, InitialCounts::forward, true, options),
            rows(parts, InitialCounts::backward, false, options),
            14,
            15,
            options);
    AlignmentTraining.train(
        parameters,
        options,
        (current, currentModel, agreement) ->
            parts.stream()
                .map(part -> copy(current).count(part, currentModel, agreement))
                .reduce(AlignmentCounts::add)
                .orElseThrow(),
        AlignmentListener.NONE);
    try (WordAligner aligner = WordAligner.train(whole, options, AlignmentListener.NONE)) {
      assertSame(aligner.parameters().forward(), parameters.forward());
      assertSame(aligner.parameters().backward(), parameters.backward());
      List<Alignment> expected = new ArrayList<>();
      aligner.align((pair, alignment) -> expected.add(alignment));
      List<Alignment> found = new ArrayList<>();
      for (ParallelCorpus part : parts) {
        parameters.align(
            part, model, options.symmetrisation(), (pair, alignment) -> found.add(alignment));
      }
      assertThat(found).as("seed %d", seed).isEqualTo(expected);
    }
  }

  /** Returns consecutive parts, with the numbers of the words in the whole corpus. */
  private List<ParallelCorpus> parts() {
    List<ParallelCorpus> parts = new ArrayList<>();
    for (int part = 0; part < PARTS; part++) {
      List<String> lines = new ArrayList<>();
      for (int pair = part * 300; pair < (part + 1) * 300; pair++) {
        lines.add(
            String.join(" ", whole.sourceWords(pair))
                + "\t"
                + String.join(" ", whole.targetWords(pair)));
      }
      parts.add(
          SyntheticBitext.of(lines)
              .withVocabularies(whole.sourceVocabulary(), whole.targetVocabulary()));
    }
    return parts;
  }

  private InitialRows rows(
      List<ParallelCorpus> parts,
      Function<ParallelCorpus, List<InitialCounts>> count,
      boolean forward,
      AlignerOptions options) {
    Map<Integer, List<InitialCounts>> byWord = new TreeMap<>();
    for (ParallelCorpus part : parts) {
      for (InitialCounts word : count.apply(part)) {
        byWord.computeIfAbsent(word.word(), number -> new ArrayList<>()).add(word);
      }
    }
    int sources = whole.sourceVocabulary().size();
    int targets = whole.targetVocabulary().size();
    InitialRows.Adder adder =
        new InitialRows.Adder(
            byWord.get(Vocabulary.NULL_WORD), forward ? targets : sources, options.maxCandidates());
    return InitialRows.of(
        byWord.values().stream().map(adder::probabilities).toList(), forward ? sources : targets);
  }

  /** Returns the parameters as another machine receives them. */
  private static AlignmentParameters copy(AlignmentParameters parameters) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(parameters);
      out.flush();
      return (AlignmentParameters)
          new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
    } catch (IOException | ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  private void assertSame(DirectionalModel expected, DirectionalModel found) {
    TranslationProbabilities rows = expected.rows();
    assertThat(found.rows().rowCount()).isEqualTo(rows.rowCount());
    int targets = Math.max(whole.sourceVocabulary().size(), whole.targetVocabulary().size());
    for (int row = 0; row < rows.rowCount(); row++) {
      for (int target = 1; target < targets; target++) {
        assertThat(value(found.rows(), row, target))
            .as("seed %d, row %d, target %d", seed, row, target)
            .isCloseTo(value(rows, row, target), within(1e-6));
      }
    }
    float[] jumps = expected.jumps().forLength(10);
    for (int n = 0; n < jumps.length; n++) {
      assertThat((double) found.jumps().forLength(10)[n])
          .as("seed %d", seed)
          .isCloseTo(jumps[n], within(1e-6));
    }
  }

  private static double value(TranslationProbabilities rows, int row, int target) {
    int slot = rows.slotOf(row, target);
    return slot == TranslationProbabilities.ABSENT ? 0 : rows.value(slot);
  }
}
