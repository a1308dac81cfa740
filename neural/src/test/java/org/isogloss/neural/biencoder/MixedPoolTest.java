package org.isogloss.neural.biencoder;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import org.isogloss.core.Language;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.neural.Compute;
import org.isogloss.neural.NeedsTorch;
import org.isogloss.neural.ParallelSentences;
import org.isogloss.neural.ranker.RankerBase;
import org.isogloss.neural.ranker.RankerModel;
import org.isogloss.neural.transformer.PoolingHead;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@NeedsTorch
class MixedPoolTest {
  private static final List<String> ENGLISH =
      List.of(
          "a", "b c d", "e f g h i j", "k l m n o p q r s t", "u v w x y z a b c d e f g h i j");

  @TempDir Path folder;

  private double found(ParallelSentences sentences, int perPassage) throws IOException {
    RankerModel model =
        new RankerModel(
            SampleTransformer.BERT_ENCODER.copyInto(folder),
            0,
            Optional.empty(),
            Optional.of(""),
            Optional.of(""),
            64,
            0,
            RankerModel.Words.WHOLE,
            RankerModel.Frozen.NOTHING,
            0);
    try (RankerBase base = RankerBase.open(model, new Compute("cpu", false))) {
      base.transformer().training(false);
      BiEncoder encoder =
          new BiEncoder(base.transformer(), new PoolingHead(Pooling.MEAN), false, 32);
      return new MixedPool(encoder::vectors, base, sentences, perPassage, 3).meanReciprocalRank();
    }
  }

  private static ParallelSentences sentences(List<String> german) {
    SequencedMap<Language, List<String>> others = new LinkedHashMap<>();
    others.put(Language.of("de"), german);
    return new ParallelSentences(ENGLISH, others);
  }

  @Test
  void equalTextsFindEachOther() throws IOException {
    assertThat(found(sentences(ENGLISH), 1)).isEqualTo(1);
  }

  @Test
  void textsThatAreNotAlikeFindOthersFirst() throws IOException {
    assertThat(found(sentences(ENGLISH.reversed()), 1)).isBetween(0.2, 0.8);
  }
}
