// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.finetuning;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.neural.batch.PairSampler;
import org.isogloss.neural.batch.PairSamplingOptions;
import org.isogloss.neural.corpus.SentencePairSink;
import org.isogloss.neural.corpus.TextCorpus;
import org.isogloss.neural.corpus.TextCorpusFixtures;
import org.isogloss.neural.judgement.JudgedDataOptions;
import org.isogloss.neural.judgement.JudgedQueries;
import org.isogloss.neural.staticencoder.CorpusFixtures;
import org.isogloss.neural.torch.ComputeOptions;

/** A small transformer with sentence pairs and judged queries, for tests of batches. */
public record PairData(PretrainedModel base, TextCorpus corpus, JudgedQueries judged)
    implements AutoCloseable {
  private static final int PAIRS = 60;

  /** Writes the data below an empty folder and opens it. */
  public static PairData open(Path folder) throws IOException {
    RecipeFixtures.writeInputs(folder);
    return new PairData(
        PretrainedModel.open(
            new PretrainedModelOptions(
                SampleTransformer.BERT_ENCODER.copyInto(
                    Files.createDirectories(folder.resolve("base"))),
                0,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                48,
                0,
                PretrainedModelOptions.WordEmbeddingPrecision.WHOLE,
                PretrainedModelOptions.FrozenPart.NOTHING,
                0,
                PretrainedModelOptions.WordGradient.SPARSE),
            new ComputeOptions("cpu", false)),
        TextCorpusFixtures.corpus(folder.resolve("pairs"), PairData::write),
        JudgedQueries.read(
            new JudgedDataOptions(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(folder.resolve("judged.jsonl")),
                Optional.empty(),
                0,
                Optional.empty()),
            folder.resolve("judged")));
  }

  /** Adds the pairs to a corpus. */
  static void write(SentencePairSink sink) {
    List<String> lines = CorpusFixtures.pairs();
    for (int i = 0; i < PAIRS; i++) {
      String[] texts = lines.get(i).split("\t", -1);
      sink.addTrainingPair(
          "bitext", "en-de", sink.addSentence(texts[0]), sink.addSentence(texts[1]));
    }
  }

  /** Returns a sampler of the pairs, at its beginning. */
  public PairSampler sampler() {
    return new PairSampler(corpus.training(), samplingOptions(), 3);
  }

  public static PairSamplingOptions samplingOptions() {
    return new PairSamplingOptions(8, 1, 0.5, Map.of(), 0);
  }

  @Override
  public void close() {
    judged.close();
    corpus.close();
    base.close();
  }
}
