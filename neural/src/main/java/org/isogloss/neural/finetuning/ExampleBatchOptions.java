// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.finetuning;

import java.util.List;
import java.util.function.IntFunction;
import org.isogloss.neural.batch.Batches;
import org.isogloss.neural.batch.LengthBucketedBatches;
import org.isogloss.neural.batch.PrefetchingBatches;
import org.isogloss.neural.batch.ShuffledExamples;
import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.recipe.RecipeChecks;

/**
 * The composition of batches of examples.
 *
 * @param examples number of examples of a batch
 * @param tokens maximum number of tokens of a batch, including padding; a batch of long examples
 *     then has fewer of them; 0 for no limit
 * @param bucket number of batches that are sorted by length together
 */
public record ExampleBatchOptions(
    @Default("32") int examples, @Default("0") int tokens, @Default("16") int bucket) {
  public ExampleBatchOptions {
    RecipeChecks.requireAtLeast("examples", examples, 1);
    RecipeChecks.requireAtLeast("tokens", tokens, 0);
    RecipeChecks.requireAtLeast("bucket", bucket, 1);
  }

  /**
   * Returns batches in which all examples occur again and again, in an order that the seed shuffles
   * anew each time. Another thread prepares them in advance.
   *
   * @param count number of examples, 1 or more
   * @param example returns an example by its number, from 0
   */
  public <E extends Example> Batches<List<E>> of(int count, IntFunction<E> example, long seed) {
    return new PrefetchingBatches<>(
        new LengthBucketedBatches<>(
            new ShuffledExamples<>(count, example, examples, seed),
            each -> each.input().size(),
            bucket,
            examples,
            tokens,
            seed));
  }
}
