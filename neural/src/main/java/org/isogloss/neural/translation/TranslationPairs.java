// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.translation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.isogloss.core.Role;
import org.isogloss.core.io.FileErrors;
import org.isogloss.neural.TrainingException;
import org.isogloss.neural.corpus.PairGroup;
import org.isogloss.neural.corpus.PairGroupBuilder;
import org.isogloss.neural.corpus.TextCorpus;
import org.isogloss.neural.finetuning.PretrainedModel;

/**
 * The pairs of a corpus that a translation model is trained on and validated with, the source
 * sentence on the left. Dropped are repeated pairs, pairs of a sentence and itself, and pairs with
 * an empty sentence, a sentence of too many tokens, or sentences of too different lengths.
 *
 * @param training pairs to train on, by kind of data
 * @param heldOut pairs for validation, by kind of data
 * @param targetTokens ids in the tokenizer of the tokens in the target sentences of {@code
 *     training}
 * @param dropped number of pairs to train on that were dropped
 */
record TranslationPairs(
    List<PairGroup> training, List<PairGroup> heldOut, BitSet targetTokens, long dropped) {
  TranslationPairs {
    training = List.copyOf(training);
    heldOut = List.copyOf(heldOut);
  }

  /**
   * Selects the pairs.
   *
   * @throws TrainingException if no pair to train on is left
   */
  static TranslationPairs select(
      TextCorpus corpus, PretrainedModel base, TranslationRecipe recipe) {
    Selection selection = new Selection(corpus, base, recipe);
    BitSet tokens = new BitSet();
    List<PairGroup> training = selection.groups(corpus.training(), tokens);
    long kept = training.stream().mapToLong(PairGroup::size).sum();
    if (kept == 0) {
      throw new TrainingException(
          "of "
              + selection.found
              + " pairs from "
              + String.join(", ", recipe.languages().sources())
              + " to "
              + recipe.languages().target()
              + " none is left: read other data, or raise model.max-length or pairs.max-ratio");
    }
    long dropped = selection.found - kept;
    return new TranslationPairs(
        training, selection.groups(corpus.heldOut(), new BitSet()), tokens, dropped);
  }

  /**
   * Writes the held-out pairs into two files of lines, {@code held-out.source} and {@code
   * held-out.target}, so that translations of the source can be compared with the target.
   */
  void writeHeldOut(TextCorpus corpus, Path folder) {
    List<String> sources = new ArrayList<>();
    List<String> targets = new ArrayList<>();
    for (PairGroup group : heldOut) {
      for (int i = 0; i < group.size(); i++) {
        sources.add(line(corpus.text(group.left()[i])));
        targets.add(line(corpus.text(group.right()[i])));
      }
    }
    write(folder.resolve("held-out.source"), sources);
    write(folder.resolve("held-out.target"), targets);
  }

  private static String line(String text) {
    return text.replaceAll("\\R", " ");
  }

  private static void write(Path file, List<String> lines) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.write(file, lines);
    } catch (IOException e) {
      throw FileErrors.cannotWrite(file, e);
    }
  }

  /** Selects the pairs of one group after the other; a pair is kept in the first of its groups. */
  private static final class Selection {
    private final TextCorpus corpus;
    private final PretrainedModel base;
    private final TranslationRecipe recipe;
    private final Set<Long> seen = new HashSet<>();

    /** Number of tokens of an empty source text: special tokens and the prefix. */
    private final int frameLength;

    private long found;

    Selection(TextCorpus corpus, PretrainedModel base, TranslationRecipe recipe) {
      this.corpus = corpus;
      this.base = base;
      this.recipe = recipe;
      this.frameLength = base.encodeQuery("").size();
    }

    List<PairGroup> groups(List<PairGroup> all, BitSet tokens) {
      // Groups of both directions become one.
      PairGroupBuilder selected = new PairGroupBuilder();
      for (PairGroup group : all) {
        forwards(group)
            .map(forwards -> select(forwards, tokens))
            .ifPresent(
                pairs -> {
                  for (int i = 0; i < pairs.size(); i++) {
                    selected.add(pairs.kind(), pairs.name(), pairs.left()[i], pairs.right()[i]);
                  }
                });
      }
      return selected.build();
    }

    /** Returns a group with the source on the left; empty if it is not of the right languages. */
    private Optional<PairGroup> forwards(PairGroup group) {
      String target = recipe.languages().target();
      for (String source : recipe.languages().sources()) {
        String name = source + '-' + target;
        if (group.name().equals(name)) {
          return Optional.of(group);
        }
        if (group.name().equals(target + '-' + source)) {
          return Optional.of(
              new PairGroup(
                  group.kind(), name, /* left= */ group.right(), /* right= */ group.left()));
        }
      }
      return Optional.empty();
    }

    private PairGroup select(PairGroup group, BitSet tokens) {
      found += group.size();
      boolean[] candidate = new boolean[group.size()];
      for (int i = 0; i < candidate.length; i++) {
        candidate[i] =
            group.left()[i] != group.right()[i]
                && seen.add((long) group.left()[i] << 32 | group.right()[i]);
      }
      boolean[] kept = new boolean[candidate.length];
      tokens.or(
          IntStream.range(0, candidate.length)
              .parallel()
              .filter(i -> candidate[i])
              .collect(
                  BitSet::new,
                  (set, i) -> kept[i] = accept(group.left()[i], group.right()[i], set),
                  BitSet::or));
      int[] indices = IntStream.range(0, kept.length).filter(i -> kept[i]).toArray();
      return new PairGroup(
          group.kind(),
          group.name(),
          IntStream.of(indices).map(i -> group.left()[i]).toArray(),
          IntStream.of(indices).map(i -> group.right()[i]).toArray());
    }

    /**
     * Returns whether the lengths of a pair are within the limits; if so, adds its target tokens.
     */
    private boolean accept(int sourceSentence, int targetSentence, BitSet tokens) {
      int max = recipe.model().maxLength();
      // One token more than allowed shows that the text is too long.
      int source = base.encode(corpus.text(sourceSentence), Role.QUERY, max + 1).size();
      int[] target = base.tokenizer().ids(corpus.text(targetSentence));
      int words = source - frameLength;
      int shorter = Math.min(words, target.length);
      // One place of the target is that of the token that begins or ends it.
      boolean accepted =
          shorter > 0
              && source <= max
              && target.length < max
              && Math.max(words, target.length) <= recipe.pairs().maxRatio() * shorter;
      if (accepted) {
        for (int id : target) {
          tokens.set(id);
        }
      }
      return accepted;
    }
  }
}
