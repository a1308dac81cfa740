// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.bicla;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.isogloss.benchmarks.collection.MateTestSet;
import org.isogloss.core.Language;
import org.isogloss.core.concurrent.WorkerPool;
import org.isogloss.data.bitext.SentencePair;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.bicla.BiclaArchitecture.Side;
import org.isogloss.modelio.bicla.BiclaFiles;
import org.isogloss.modelio.bicla.WordSequence;
import org.isogloss.modelio.bicla.WordTable;
import org.isogloss.runtime.bicla.BiclaModel;
import org.isogloss.runtime.bicla.EncodedSentence;

/** A trained BiCLA or InAtt model as a system: the Bi-LSTM runs once for each sentence. */
final class TrainedSystem implements MateSystem {
  private static final int CHUNK = 8;

  private final BiclaFiles files;
  private final BiclaModel model;
  private final int maxLength;
  private final int threads;

  private TrainedSystem(BiclaFiles files, int maxLength, int threads) {
    this.files = files;
    this.model = new BiclaModel(files.architecture(), files.parameters());
    this.maxLength = maxLength;
    this.threads = threads;
  }

  /** Opens the model of a folder. */
  static TrainedSystem open(Path folder, int threads) {
    try (ModelFolder model = ModelFolder.open(folder)) {
      return new TrainedSystem(BiclaFiles.read(folder), model.encoding().maxLength(), threads);
    }
  }

  /** Returns the known words of a sentence. */
  WordSequence words(Language language, String sentence) {
    WordTable table =
        files.words().stream()
            .filter(one -> one.language().equals(language))
            .findFirst()
            .orElseThrow();
    return new WordSequence(table, table.rows(sentence, maxLength));
  }

  BiclaModel model() {
    return model;
  }

  @Override
  public float[][] scores(MateTestSet test) {
    List<SentencePair> pairs = test.pairs();
    EncodedSentence[] sources = new EncodedSentence[pairs.size()];
    EncodedSentence[] targets = new EncodedSentence[pairs.size()];
    float[][] scores = new float[pairs.size()][];
    try (WorkerPool workers = new WorkerPool("bicla", threads)) {
      workers.forEach(
          pairs.size(),
          CHUNK,
          i -> {
            SentencePair pair = pairs.get(i);
            sources[i] = model.encode(words(pair.sourceLanguage(), pair.source()), Side.FIRST);
            targets[i] = model.encode(words(pair.targetLanguage(), pair.target()), Side.SECOND);
          });
      BiclaModel.SecondSentences second = model.asSecond(Arrays.asList(targets));
      workers.forEach(
          pairs.size(), CHUNK, i -> scores[i] = model.asFirst(sources[i]).logits(second));
    }
    return scores;
  }
}
