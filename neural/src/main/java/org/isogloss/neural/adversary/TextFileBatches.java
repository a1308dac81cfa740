// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.adversary;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.util.Excerpt;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.training.LabelledText;
import org.isogloss.data.training.LabelledTexts;
import org.isogloss.neural.TrainingException;
import org.isogloss.neural.batch.Batches;
import org.isogloss.neural.batch.PairSampler;

/**
 * Batches of texts of a file, as many in the source language as in the target languages. Each side
 * is traversed in an order that the seed reshuffles in every epoch.
 */
final class TextFileBatches implements Batches<List<AdversaryExample>> {
  private final Side source;
  private final Side target;
  private final int size;

  /**
   * Reads the texts.
   *
   * @param size number of texts of each side in a batch
   * @throws IsoglossException if a line is malformed, or if a side has no text
   */
  TextFileBatches(AdversaryOptions options, AdversaryExamples examples, int size, long seed) {
    Path file = options.texts().orElseThrow();
    Language language = Language.of(options.source());
    this.source = new Side("source", file, examples, seed);
    this.target = new Side("target", file, examples, PairSampler.mixSeeds(seed, 1));
    boolean withQueries = options.vectors() == AdversaryOptions.Vectors.SHARED_TERMS;
    try (Records<LabelledText> texts = LabelledTexts.read(file, OnError.FAIL)) {
      while (texts.hasNext()) {
        LabelledText text = texts.next();
        if (withQueries && text.query().isEmpty()) {
          throw new IsoglossException(
              file
                  + ": the text "
                  + Excerpt.quote(text.text())
                  + " has no query, expected one, because the adversary reads the tokens that both"
                  + " share");
        }
        (text.language().equals(language) ? source : target).texts.add(text);
      }
    }
    if (source.texts.isEmpty() || target.texts.isEmpty()) {
      throw new IsoglossException(
          file
              + ": has "
              + source.texts.size()
              + " texts in the source language "
              + language
              + " and "
              + target.texts.size()
              + " in other languages, expected one or more of both");
    }
    this.size = size;
  }

  /** The texts of the source language or those of the other languages. */
  private static final class Side {
    private final String name;
    private final Path file;
    private final AdversaryExamples examples;
    private final long seed;
    private final List<LabelledText> texts = new ArrayList<>();
    private long drawn;
    private int[] order = new int[0];
    private long orderedEpoch = -1;

    Side(String name, Path file, AdversaryExamples examples, long seed) {
      this.name = name;
      this.file = file;
      this.examples = examples;
      this.seed = seed;
    }

    /** Returns the next text of which the discriminator reads any part. */
    AdversaryExample next(boolean source) {
      for (int i = 0; i < texts.size(); i++) {
        LabelledText text = texts.get(nextIndex());
        AdversaryExample example = examples.encode(text.text(), text.query().orElse(""), source);
        if (examples.isUsable(example)) {
          return example;
        }
      }
      throw new TrainingException(
          file
              + ": no text of the "
              + name
              + " has a token that the adversary could read: expected texts that share words with"
              + " their queries");
    }

    private int nextIndex() {
      long epoch = drawn / texts.size();
      if (epoch != orderedEpoch) {
        order = PairSampler.permutation(texts.size(), PairSampler.mixSeeds(seed, epoch));
        orderedEpoch = epoch;
      }
      return order[(int) (drawn++ % texts.size())];
    }
  }

  @Override
  public List<AdversaryExample> next() {
    List<AdversaryExample> batch = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      batch.add(source.next(true));
      batch.add(target.next(false));
    }
    return batch;
  }

  @Override
  public Map<String, long[]> position() {
    Map<String, long[]> position = new HashMap<>();
    for (Side side : List.of(source, target)) {
      position.put(side.name, new long[] {side.drawn});
    }
    return position;
  }

  @Override
  public void seek(Map<String, long[]> position) {
    for (Side side : List.of(source, target)) {
      side.drawn = position.get(side.name)[0];
    }
  }
}
