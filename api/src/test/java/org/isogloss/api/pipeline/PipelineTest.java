// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import org.isogloss.api.pipeline.Pipeline.Bm25;
import org.isogloss.api.pipeline.Pipeline.Custom;
import org.isogloss.api.pipeline.Pipeline.Dense;
import org.isogloss.api.pipeline.Pipeline.Evidenced;
import org.isogloss.api.pipeline.Pipeline.Fused;
import org.isogloss.api.pipeline.Pipeline.LanguageBalanced;
import org.isogloss.api.pipeline.Pipeline.LanguageNormalized;
import org.isogloss.api.pipeline.Pipeline.LanguageRestricted;
import org.isogloss.api.pipeline.Pipeline.Psq;
import org.isogloss.api.pipeline.Pipeline.QueryLikelihood;
import org.isogloss.api.pipeline.Pipeline.Reranked;
import org.isogloss.api.pipeline.Pipeline.Translate;
import org.isogloss.api.pipeline.Pipeline.TranslationsGrouped;
import org.isogloss.api.pipeline.Pipeline.Truncated;
import org.isogloss.api.pipeline.Pipeline.WeightedPipeline;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.LanguageRange;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PipelineTest {
  private static final Pipeline BOTH =
      new Fused(
          FusionMethod.RRF,
          List.of(new WeightedPipeline(new Bm25(), 1), new WeightedPipeline(new Dense(), 1)));

  @Test
  void isBuiltWithoutAString() {
    assertThat(Pipeline.bm25().fair(Pipeline.dense()).rerank("my-model"))
        .isEqualTo(Pipeline.parse("{bm25, dense}fair >> rerank(my-model)"));
    assertThat(Pipeline.psq().rrf(Pipeline.translate()).first(50).rerank())
        .isEqualTo(Pipeline.parse("{psq, translate}rrf%50 >> rerank"));
    assertThatThrownBy(() -> Pipeline.dense().fair(Pipeline.bm25()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("dense is not a lexical retriever");
  }

  @Test
  void parsesTheWholeGrammar() {
    assertThat(Pipeline.parse("bm25")).isEqualTo(new Bm25());
    assertThat(Pipeline.parse(" dense ")).isEqualTo(new Dense());
    assertThat(Pipeline.parse("dense(calibrated=yes)"))
        .isEqualTo(new Dense(Optional.of(true), OptionalDouble.empty()));
    assertThat(Pipeline.parse("dense ( sentences = 0.75 , calibrated=no )%5"))
        .isEqualTo(new Truncated(new Dense(Optional.of(false), OptionalDouble.of(0.75)), 5));
    assertThat(Pipeline.parse("dense(feedback=0.5)"))
        .isEqualTo(
            new Dense(
                Optional.empty(),
                OptionalDouble.empty(),
                0,
                Optional.of(new Pipeline.Feedback(0.5, 0.9))));
    assertThat(Pipeline.parse("dense(translated=0.30)"))
        .isEqualTo(new Dense(Optional.empty(), OptionalDouble.empty(), 0.3, Optional.empty()))
        .hasToString("dense(translated=0.3)");
    assertThat(Pipeline.parse("dense(feedback=0, gate=0.8)")).isEqualTo(new Dense());
    assertThat(Pipeline.parse("{retriever(my-own_1)%5, bm25}rrf"))
        .isEqualTo(
            new Fused(
                FusionMethod.RRF,
                List.of(
                    new WeightedPipeline(new Truncated(new Custom("my-own_1"), 5), 1),
                    new WeightedPipeline(new Bm25(), 1))));
    assertThat(Pipeline.parse("ql")).isEqualTo(new QueryLikelihood());
    assertThat(Pipeline.parse("psq")).isEqualTo(new Psq(Psq.Form.HMM));
    assertThat(Pipeline.parse("psq( form = bm25 )")).isEqualTo(new Psq(Psq.Form.BM25));
    assertThat(Pipeline.parse("translate")).isEqualTo(new Translate(1));
    assertThat(Pipeline.parse("translate(best=3)%7")).isEqualTo(new Truncated(new Translate(3), 7));
    assertThat(Pipeline.parse("{dense, psq:2}fair"))
        .isEqualTo(
            new LanguageNormalized(
                new WeightedPipeline(new Psq(), 2), new WeightedPipeline(new Dense(), 1)));
    assertThat(Pipeline.parse("{bm25,dense}rrf")).isEqualTo(BOTH);
    assertThat(Pipeline.parse("rrf(bm25, dense)")).isEqualTo(BOTH);
    assertThat(Pipeline.parse("{bm25, dense}fair"))
        .isEqualTo(
            new LanguageNormalized(
                new WeightedPipeline(new Bm25(), 1), new WeightedPipeline(new Dense(), 1)));
    assertThat(Pipeline.parse("{bm25, dense}fair(strength=0.5)%20"))
        .isEqualTo(
            new Truncated(
                new LanguageNormalized(
                    new WeightedPipeline(new Bm25(), 1), new WeightedPipeline(new Dense(), 1), 0.5),
                20));
    assertThat(Pipeline.parse("fair(dense%50:0.5, bm25:2)"))
        .isEqualTo(
            new LanguageNormalized(
                new WeightedPipeline(new Bm25(), 2),
                new WeightedPipeline(new Truncated(new Dense(), 50), 0.5)));
    assertThat(Pipeline.parse("wsum(bm25:0.4, dense%50:2)"))
        .isEqualTo(
            new Fused(
                FusionMethod.WSUM,
                List.of(
                    new WeightedPipeline(new Bm25(), 0.4),
                    new WeightedPipeline(new Truncated(new Dense(), 50), 2))));
    assertThat(Pipeline.parse("{dense:0.9, bm25:0.1}interpolate"))
        .isEqualTo(Pipeline.parse("interpolate(dense:0.9, bm25:0.1)"))
        .isEqualTo(
            new Fused(
                FusionMethod.INTERPOLATE,
                List.of(
                    new WeightedPipeline(new Dense(), 0.9),
                    new WeightedPipeline(new Bm25(), 0.1))));
    assertThat(Pipeline.parse("{bm25, dense}rrf%100 >> rerank(cross-encoder)%10"))
        .isEqualTo(new Truncated(new Reranked(new Truncated(BOTH, 100), "cross-encoder"), 10));
    assertThat(Pipeline.parse("bm25 >> rerank%50"))
        .isEqualTo(new Truncated(new Reranked(new Bm25(), Reranked.DEFAULT_SCORER), 50));
    assertThat(Pipeline.parse("bm25 >> rerank( models/cross , weight = 0.7)"))
        .isEqualTo(new Reranked(new Bm25(), "models/cross", 0.7, Reranked.ALL));
    assertThat(Pipeline.parse("bm25 >> rerank(weight=0.7)"))
        .isEqualTo(new Reranked(new Bm25(), Reranked.DEFAULT_SCORER, 0.7, Reranked.ALL));
    assertThat(Pipeline.parse("bm25 >> rerank(first=20, weight=0.7)"))
        .isEqualTo(new Reranked(new Bm25(), Reranked.DEFAULT_SCORER, 0.7, 20));
    assertThat(Pipeline.parse("bm25 >> rerank(cross, first=20)"))
        .isEqualTo(new Reranked(new Bm25(), "cross", 1, 20));
    assertThat(Pipeline.parse("bm25 >> translations >> translations( gate = 0.8 )%3"))
        .isEqualTo(
            new Truncated(
                new TranslationsGrouped(
                    new TranslationsGrouped(new Bm25(), TranslationOptions.DEFAULT),
                    TranslationOptions.DEFAULT.withMinSimilarity(0.8)),
                3));
    assertThat(Pipeline.parse("bm25 >> translations(complete=5, margin = 0.6)"))
        .isEqualTo(
            new TranslationsGrouped(
                new Bm25(), TranslationOptions.DEFAULT.withCompleted(5).withMargin(0.6)))
        .hasToString("bm25 >> translations(complete=5, margin=0.6)");
    assertThat(Pipeline.parse("bm25 >> lead( weight = 0.2 ) >> hubness(weight=3)%5"))
        .isEqualTo(
            new Truncated(
                new Evidenced(new Evidenced(new Bm25(), Evidence.LEAD, 0.2), Evidence.HUBNESS, 3),
                5))
        .hasToString("bm25 >> lead(weight=0.2) >> hubness(weight=3)%5");
    assertThat(Pipeline.parse("bm25 >> versions(complete=5)"))
        .as("the former name")
        .isEqualTo(Pipeline.parse("bm25 >> translations(complete=5)"))
        .hasToString("bm25 >> translations(complete=5)");
    assertThat(Pipeline.parse("lang:de, fr>>bm25>>balance(0.5)"))
        .isEqualTo(
            new LanguageRestricted(
                Set.of(LanguageRange.of("de"), LanguageRange.of("fr")),
                new LanguageBalanced(new Bm25(), 0.5)));
    assertThat(Pipeline.parse("{(lang:de >> dense), bm25}zsum"))
        .isEqualTo(
            new Fused(
                FusionMethod.ZSUM,
                List.of(
                    new WeightedPipeline(
                        new LanguageRestricted(Set.of(LanguageRange.of("de")), new Dense()), 1),
                    new WeightedPipeline(new Bm25(), 1))));
  }

  @Test
  void rangeOfFeedbackIsThatOfTheMessage() {
    assertThatThrownBy(() -> new Pipeline.Feedback(0, 0.9))
        .hasMessage("feedback is 0.0, expected above 0, up to 100");
    assertThat(new Pipeline.Feedback(100, 0.9).weight()).isEqualTo(100);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bm25",
        "{bm25, dense}rrf%100 >> rerank(org/model v2)%10",
        "dense >> rerank >> balance(0.5)",
        "dense >> rerank(weight=0.25)%7",
        "dense >> rerank(../cross, weight=0.25)",
        "lang:de,zh-Hant >> {bm25:0.4, dense:0.6}wsum >> balance(0.25)",
        "(lang:de >> dense) >> balance(0.5)",
        "{dense(calibrated=yes, sentences=0.5):2, bm25}rrf",
        "dense(calibrated=no) >> balance(0.5)",
        "dense(sentences=0.5, feedback=2, gate=0.25)",
        "dense(sentences=0)",
        "{sparse, dense}fair(strength=0.5) >> rerank",
        "{bm25:2, sparse}fair%10",
        "{retriever( mine ):0.00001, bm25:123456789}zsum >> balance(0.00001)",
        "{psq(form=bm25), translate(best=2), psq, translate, ql}rrf",
        "{bm25:2, (dense >> balance(0.5))}fair%20",
        "{bm25, dense}fair(strength=0) >> rerank",
        "(lang:de >> dense) >> translations%5",
        "bm25 >> translations(gate=0.75) >> rerank",
        "bm25 >> translations(gate=0.75, complete=5)",
        "bm25 >> translations(complete=1)",
        "{bm25(title=2.5), dense}fair",
        "{dense:0.9, bm25:0.1}interpolate%20",
        "{(lang:de >> dense)%3:2.0, (bm25 >> balance(0.5))}zsum",
      })
  void toStringCanBeParsed(String text) {
    Pipeline pipeline = Pipeline.parse(text);
    assertThat(Pipeline.parse(pipeline.toString())).isEqualTo(pipeline);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''                  | 1 | found the end, expected bm25, ql, psq, translate, sparse, dense, or"
            + " a fusion",
        "bm52                | 1 | found \"bm52\", expected bm25, ql, psq, translate, sparse, dense,"
            + " or a fusion such as {bm25, dense}rrf; did you mean bm25?",
        "{bm25, desne}rrf    | 8 | did you mean dense?",
        "{bm25, dense}rff    | 14 | found \"rff\", expected a fusion method: rrf, wsum, zsum,"
            + " interpolate or fair; did you mean rrf?",
        "{bm25, dense}interpolated | 14 | did you mean interpolate?",
        "{bm25, bm25}fair    | 13 | found \"fair\", expected bm25 or sparse and one other retriever",
        "fair(dense, bm25%5) | 1 | found \"fair\", expected bm25 or sparse and one other retriever",
        "{bm25}fair          | 7 | expected bm25 or sparse and one other retriever",
        "{bm25, dense}fair(x=1) | 19 | expected strength=0.5",
        "{bm25, dense}fair(strength=2) | 28 | expected the strength of the normalisation, from 0"
            + " to 1",
        "{bm25, dense}rrf(strength=1) | 17 | expected \">>\", \"%\" or the end",
        "{bm25, dense        | 13 | found the end, expected \"}\"",
        "rrf(bm25 dense)     | 10 | found \"dense\", expected \")\"",
        "psq(from=hmm)       | 5 | expected form=hmm or form=bm25; did you mean form?",
        "psq(form=bm52)      | 10 | expected hmm or bm25; did you mean bm25?",
        "translate(best=0)   | 16 | expected the maximum number of translations of a word, 1 or more",
        "bm25 >> translations(0.9) | 22 | expected complete=5, margin=0.6 or gate=0.85",
        "bm25(text=2) | 6 | expected title=2",
        "bm25(title=0.5) | 12 | expected the weight of words in titles, from 1 to 100",
        "bm25 >> translations(complete=x) | 31 | expected the number of hits whose translations are"
            + " added",
        "bm25 >> versions(gate=1.1) | 23 | expected the minimum cosine of two translations",
        "{psq, bm25}fair     | 12 | expected bm25 or sparse and one other retriever",
        "bm25%0              | 6 | found \"0\", expected the number of hits",
        "bm25%99999999999    | 6 | expected the number of hits",
        "{bm25:-1, dense}rrf | 7 | found \"-1\", expected a weight above 0",
        "{bm25:0, dense}rrf  | 7 | expected a weight above 0",
        "bm25 >> rernak(x)   | 9 | did you mean rerank?",
        "bm25 >> rerank()    | 16 | expected the name of a re-ranker",
        "bm25 >> rerank(x    | 16 | expected the name of a re-ranker",
        "bm25 >> rerank(x, y) | 19 | found \"y\", expected weight=0.7",
        "bm25 >> rerank(weight=0) | 23 | expected the weight of the re-ranker, above 0 and up to 1",
        "bm25 >> balance(2)  | 17 | expected the maximum share",
        "lang:klingon >> bm25| 6 | found \"klingon\", expected the code of a language",
        "lang:de bm25        | 9 | found \"bm25\", expected \">>\"",
        "dense(calibrate=yes) | 7 | expected calibrated=yes, calibrated=no, sentences=0.75,"
            + " translated=0.3, feedback=1, or gate=0.9; did you mean calibrated?",
        "dense(calibrated=1) | 18 | found \"1\", expected yes or no",
        "dense(sentences=2)  | 17 | expected the weight of the best sentence, from 0 to 1",
        "retriever           | 10 | found the end, expected \"(\"",
        "retriever()         | 11 | found \")\", expected the name of a retriever",
        "dense(gate=2)       | 12 | found \"2\", expected the minimum cosine of two translations",
        "dense(gate=0.8)     | 15 | found \")\", expected \", feedback=1\", without which \"gate\"",
        "dense()             | 7 | found \")\", expected calibrated=yes",
        "bm25 dense          | 6 | found \"dense\", expected \">>\", \"%\" or the end",
        "bm25 >> dense       | 9 | expected rerank, lead(...), hubness(...), balance(...)",
      })
  void errorsStateThePosition(String text, int character, String message) {
    assertThatThrownBy(() -> Pipeline.parse(text))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("character " + character + ": ")
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"(", "{", "rrf(", "lang:de >> (", "{(", "rrf({"})
  void rejectsDeepNesting(String opening) {
    assertThatThrownBy(() -> Pipeline.parse(opening.repeat(5000) + "bm25"))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("expected pipelines nested at most 50 deep")
        .message()
        .hasSizeLessThan(500);
    assertThat(Pipeline.parse("(".repeat(20) + "bm25" + ")".repeat(20))).isEqualTo(new Bm25());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(bm25%5)%10",
        "(bm25 >> balance(0.5)%5)%10",
        "(bm25%5)%10 >> rerank",
        "lang:de >> (lang:fr >> bm25)",
        "(lang:de >> (lang:fr >> bm25))%3 >> rerank%4",
        "{(bm25%5)%10:2, (lang:de >> dense)}rrf"
      })
  void nestedPipelinesKeepTheirParentheses(String text) {
    assertThat(Pipeline.parse(Pipeline.parse(text).toString())).isEqualTo(Pipeline.parse(text));
  }

  @Test
  void rejectsMoreThan32Retrievers() {
    assertThatCode(() -> Pipeline.parse("rrf(bm25" + ", bm25".repeat(31) + ")"))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> Pipeline.parse("rrf(bm25" + ", {bm25, dense}rrf".repeat(16) + ")"))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("expected at most 32 retrievers in one pipeline");
  }

  @Test
  void formatsWholeNumbersWithoutAFraction() {
    assertThat(Pipeline.parse("{bm25:2.0, dense:0.50}fair")).hasToString("{bm25:2, dense:0.5}fair");
  }

  @Test
  void rejectsRetrieverNamesWithSpaces() {
    assertThatThrownBy(() -> new Custom("my own"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("\"my own\", expected letters, digits");
  }

  @Test
  void rejectsTooManyStages() {
    assertThatThrownBy(() -> Pipeline.parse("bm25" + " >> balance(0.5)".repeat(5000)))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("at most 50 stages");
    String deepest = "bm25" + " >> balance(0.5)".repeat(50);
    assertThat(Pipeline.parse(deepest)).hasToString(deepest);
  }

  @Test
  void parsesOrRejectsRandomTexts() {
    parseRandom(2_000);
  }

  @Test
  @Tag("slow")
  void parsesOrRejectsManyRandomTexts() {
    parseRandom(200_000);
  }

  /** The string form of a parsed pipeline must parse to an equal pipeline. */
  private static void parseRandom(int times) {
    List<String> parts =
        List.of(
            "bm25",
            "dense",
            "ql",
            "psq",
            "translate",
            "rrf",
            "wsum",
            "zsum",
            "fair",
            "rerank",
            "balance",
            "translations",
            "versions",
            "gate=",
            "lang:",
            "de",
            "(",
            ")",
            "{",
            "}",
            ",",
            ":",
            "%",
            ">>",
            "=",
            " ",
            "weight=",
            "first=",
            "best=",
            "sentences=",
            "calibrated=yes",
            "0",
            "1",
            "0.5",
            "-1",
            ".",
            "1e9",
            "2147483647",
            "2147483648",
            "9".repeat(400),
            "\u0000",
            "\ud800",
            "\u202e");
    for (int n = 0; n < times; n++) {
      long seed = new Random().nextLong();
      Random random = new Random(seed);
      StringBuilder text = new StringBuilder(random.nextBoolean() ? "bm25" : "{bm25, dense}rrf");
      for (int left = random.nextInt(8); left > 0; left--) {
        text.append(parts.get(random.nextInt(parts.size())));
      }
      try {
        Pipeline read = Pipeline.parse(text.toString());
        assertThat(Pipeline.parse(read.toString())).as("seed %d", seed).isEqualTo(read);
      } catch (IsoglossException e) {
        assertThat(e).as("seed %d", seed).hasMessageContaining("expected");
      } catch (RuntimeException | Error e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
  }
}
