package org.isogloss.neural.biencoder;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.neural.Compute;
import org.isogloss.neural.NeedsTorch;
import org.isogloss.neural.Tensors;
import org.isogloss.neural.Validation;
import org.isogloss.neural.ranker.RankerBase;
import org.isogloss.neural.ranker.RankerModel;
import org.isogloss.neural.ranker.RankerValidation;
import org.isogloss.neural.ranker.SmallTexts;
import org.isogloss.neural.ranker.TextCorpus;
import org.isogloss.neural.staticencoder.SmallCorpora;
import org.isogloss.neural.transformer.PoolingHead;
import org.isogloss.text.Encoding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@NeedsTorch
class BiEncoderValidationTest {
  private static final int EACH = 12;

  @TempDir Path folder;

  /** English with a sentence that stands there twice, and two languages. */
  private Map<String, List<String>> sentences() throws IOException {
    List<String> english = new ArrayList<>();
    List<String> german = new ArrayList<>();
    for (String line : SmallCorpora.pairs().subList(0, EACH - 1)) {
      String[] pair = line.split("\t", -1);
      english.add(pair[0]);
      german.add(pair[1]);
    }
    english.add(english.getFirst());
    german.add(german.getFirst());
    Map<String, List<String>> all = new LinkedHashMap<>();
    all.put("eng", english);
    all.put("deu", german);
    all.put("fra", english.stream().map(text -> text.substring(0, text.length() / 2)).toList());
    for (var language : all.entrySet()) {
      SmallCorpora.write(
          folder.resolve("in/" + language.getKey() + ".txt.gz"), language.getValue());
    }
    return all;
  }

  private RankerBase base() {
    RankerModel model =
        new RankerModel(
            SampleTransformer.BERT_ENCODER.copyInto(folder),
            0,
            Optional.empty(),
            Optional.of("q: "),
            Optional.empty(),
            64,
            0,
            RankerModel.Words.WHOLE,
            RankerModel.Frozen.NOTHING,
            0);
    return RankerBase.open(model, new Compute("cpu", false));
  }

  @Test
  void aSharedSideIsEncodedOnceAndTheFiguresAreThoseOfEachLanguageAlone() throws IOException {
    Map<String, List<String>> texts = sentences();
    RankerValidation plan =
        new RankerValidation(
            Optional.of(folder.resolve("in")), EACH, 0, 100, Optional.empty(), 200);
    try (RankerBase base = base();
        TextCorpus none = SmallTexts.corpus(folder.resolve("none"), sink -> {})) {
      base.transformer().training(false);
      BiEncoder encoder =
          new BiEncoder(base.transformer(), new PoolingHead(Pooling.MEAN), false, 5);
      List<Integer> encoded = new ArrayList<>();
      Validation validation =
          new BiEncoderValidation(
                  plan,
                  base,
                  some -> {
                    encoded.add(some.size());
                    return encoder.vectors(some);
                  })
              .of(none)
              .orElseThrow();
      Validation.Outcome first = validation.validate();
      assertThat(encoded).as("English, German, French").containsExactly(EACH, EACH, EACH);
      double german = naive(encoder, base, texts.get("deu"), texts.get("eng"));
      double french = naive(encoder, base, texts.get("fra"), texts.get("eng"));
      Map<String, Double> expected = new HashMap<>();
      expected.put("sentences/de", german);
      expected.put("sentences/fr", french);
      expected.put("sentences", (german + french) / 2);
      assertThat(first.details()).isEqualTo(expected);
      assertThat(first.score()).isEqualTo((german + french) / 2);
      assertThat(french).as("halves of sentences are near the whole ones").isGreaterThan(german);
      base.transformer().parameters().getFirst().values().detach().mul_(Tensors.scalar(-1));
      validation.validate();
      assertThat(encoded).as("encoded anew, the model has changed").hasSize(6);
    }
  }

  /** One text after the other. */
  private static double naive(
      BiEncoder encoder, RankerBase base, List<String> asking, List<String> searched) {
    int found = 0;
    for (int i = 0; i < asking.size(); i++) {
      float[] query = vector(encoder, base.query(asking.get(i)));
      int best = -1;
      double most = Double.NEGATIVE_INFINITY;
      for (int j = 0; j < searched.size(); j++) {
        float[] candidate = vector(encoder, base.query(searched.get(j)));
        double cosine = 0;
        for (int d = 0; d < query.length; d++) {
          cosine += (double) query[d] * candidate[d];
        }
        if (cosine > most) {
          most = cosine;
          best = j;
        }
      }
      found += searched.get(best).equals(searched.get(i)) ? 1 : 0;
    }
    return (double) found / asking.size();
  }

  private static float[] vector(BiEncoder encoder, Encoding text) {
    try (Tensor vector = encoder.vectors(List.of(text))) {
      return Tensors.toArray(vector);
    }
  }
}
