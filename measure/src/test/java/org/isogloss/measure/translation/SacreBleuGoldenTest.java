// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.translation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.assertj.core.data.Offset;
import org.isogloss.measure.text.UnicodeText;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares with sacreBLEU 2.6.0; see the README next to the golden file. */
class SacreBleuGoldenTest {
  private static JsonNode golden;

  @BeforeAll
  static void read() throws IOException {
    try (InputStream file = SacreBleuGoldenTest.class.getResourceAsStream("sacrebleu.json.gz");
        InputStream json = new GZIPInputStream(file)) {
      golden = new ObjectMapper().readTree(json);
    }
  }

  private static List<String> strings(JsonNode array) {
    List<String> strings = new ArrayList<>();
    array.forEach(element -> strings.add(element.textValue()));
    return strings;
  }

  private static References references(JsonNode translators) {
    List<List<String>> all = new ArrayList<>();
    translators.forEach(translator -> all.add(strings(translator)));
    return new References(all);
  }

  private static TranslationMetric metric(String name, JsonNode options) {
    if (name.equals("BLEU")) {
      Bleu bleu =
          Bleu.standard()
              .withTokenizer(RuleBasedTokenizer.parse(options.path("tokenize").asText("13a")))
              .withLowercase(options.path("lowercase").asBoolean())
              .withMaxOrder(options.path("max_ngram_order").asInt(4))
              .withEffectiveOrder(options.path("effective_order").asBoolean());
      String method = options.path("smooth_method").asText("exp");
      JsonNode value = options.path("smooth_value");
      return bleu.withSmoothing(
          Smoothing.parse(value.isNumber() ? method + "=" + value.asText() : method));
    }
    if (name.equals("TER")) {
      return Ter.standard()
          .withNormalized(options.path("normalized").asBoolean())
          .withoutPunctuation(options.path("no_punct").asBoolean())
          .withAsianSupport(options.path("asian_support").asBoolean())
          .withCaseSensitive(options.path("case_sensitive").asBoolean());
    }
    return Chrf.standard()
        .withCharOrder(options.path("char_order").asInt(6))
        .withWordOrder(options.path("word_order").asInt())
        .withBeta(options.path("beta").asInt(2))
        .withLowercase(options.path("lowercase").asBoolean())
        .withWhitespace(options.path("whitespace").asBoolean())
        .withEpsilonSmoothing(options.path("eps_smoothing").asBoolean());
  }

  @Test
  void separatesWordsAtTheWhiteSpaceOfPython() {
    List<Integer> expected = new ArrayList<>();
    golden.get("spaces").forEach(space -> expected.add(space.intValue()));
    assertThat(IntStream.rangeClosed(0, Character.MAX_CODE_POINT).filter(UnicodeText::isSpace))
        .containsExactlyElementsOf(expected);
  }

  @Test
  void lowercasesAsPython() {
    assertThat(strings(golden.get("texts")).stream().map(UnicodeText::lowercase))
        .containsExactlyElementsOf(strings(golden.get("lowercase")));
  }

  @ParameterizedTest
  @EnumSource
  void tokenizesAsSacreBleu(RuleBasedTokenizer tokenizer) {
    List<String> texts = strings(golden.get("texts"));
    List<String> expected = strings(golden.get("tokens").get(tokenizer.label()));
    assertThat(expected).hasSizeGreaterThan(500);
    for (int i = 0; i < texts.size(); i++) {
      assertThat(String.join(" ", tokenizer.tokenize(texts.get(i))))
          .as(texts.get(i))
          .isEqualTo(expected.get(i));
    }
  }

  @Test
  void scoresCorporaAndSentencesAsSacreBleu() {
    Offset<Double> rounding = within(1e-9);
    int compared = 0;
    for (JsonNode corpus : golden.get("corpora")) {
      References references = references(corpus.get("references"));
      List<String> hypotheses = strings(corpus.get("hypotheses"));
      for (JsonNode expected : corpus.get("scores")) {
        TranslationMetric metric = metric(expected.get("metric").asText(), expected.get("options"));
        TranslationEvaluation evaluation =
            TranslationEvaluation.of(metric, hypotheses, references, 2);
        assertThat(evaluation.score().value())
            .as("%s", metric)
            .isCloseTo(expected.get("score").doubleValue(), rounding);
        for (int i = 0; i < hypotheses.size(); i++) {
          assertThat(evaluation.sentenceScore(i).value())
              .as("%s of %s", metric, hypotheses.get(i))
              .isCloseTo(expected.get("sentences").get(i).doubleValue(), rounding);
        }
        assertThat(line(evaluation)).isEqualTo(withOurVersion(expected, metric));
        compared++;
      }
    }
    assertThat(compared).isEqualTo(8 * 46);
  }

  private static String line(TranslationEvaluation evaluation) {
    TranslationReport.SystemScores system =
        new TranslationReport.SystemScores("system", List.of(evaluation));
    return TranslationReport.of(List.of(system)).toText(4);
  }

  /** The line that sacreBLEU prints, with our name and the order, which it does not state. */
  private static String withOurVersion(JsonNode expected, TranslationMetric metric) {
    String order =
        metric instanceof Bleu bleu && bleu.maxOrder() != 4 ? "|order:" + bleu.maxOrder() : "";
    return expected
            .get("line")
            .textValue()
            .replace("|version:2.6.0", order + "|version:isogloss-development")
        + "\n";
  }

  @Test
  void testsSignificanceAsSacreBleuUpToTheErrorOfSampling() {
    JsonNode paired = golden.get("paired");
    References references = references(paired.get("references"));
    for (JsonNode test : paired.get("tests")) {
      int samples = test.get("samples").intValue();
      PairedTest.Kind kind =
          test.get("kind").asText().equals("bs")
              ? PairedTest.Kind.BOOTSTRAP
              : PairedTest.Kind.RANDOMIZATION;
      TranslationMetric metric =
          test.get("metric").asText().equals("BLEU") ? Bleu.standard() : Chrf.standard();
      List<TranslationEvaluation> systems = new ArrayList<>();
      paired
          .get("systems")
          .forEach(
              system ->
                  systems.add(TranslationEvaluation.of(metric, strings(system), references, 2)));
      PairedTest ours = new PairedTest(kind, samples, 12345);
      List<PairedResult> results = ours.compare(systems, 2);
      assertThat(ours.signature(systems.getFirst()))
          .isEqualTo(
              test.get("signature")
                  .textValue()
                  .replace("version:2.6.0", "version:isogloss-development"));
      for (int i = 0; i < results.size(); i++) {
        assertAgrees(results.get(i), test.get("systems").get(i), samples);
      }
    }
  }

  private static void assertAgrees(PairedResult ours, JsonNode theirs, int samples) {
    assertThat(ours.score().value()).isCloseTo(theirs.get("score").doubleValue(), within(1e-9));
    assertThat(ours.p().isPresent()).isEqualTo(theirs.get("p_value").isNumber());
    ours.p()
        .ifPresent(
            p -> {
              double expected = theirs.get("p_value").doubleValue();
              // Four standard errors of the difference of two estimates of a probability.
              double error = 4 * Math.sqrt(2 * expected * (1 - expected) / samples);
              assertThat(p).isCloseTo(expected, within(error));
            });
    assertThat(ours.estimate().isPresent()).isEqualTo(theirs.get("mean").isNumber());
    ours.estimate()
        .ifPresent(
            estimate -> {
              double margin = theirs.get("ci").doubleValue();
              double error = 4 * Math.sqrt(2) * (margin / 1.96) / Math.sqrt(samples);
              assertThat(estimate.mean())
                  .isCloseTo(theirs.get("mean").doubleValue(), within(error));
              assertThat(estimate.margin()).isCloseTo(margin, within(0.15 * margin));
            });
  }

  @Test
  void estimatesTheIntervalAsSacreBleu() {
    JsonNode interval = golden.get("paired").get("interval");
    double[] scores = new double[interval.get("scores").size()];
    Arrays.setAll(scores, i -> interval.get("scores").get(i).doubleValue());
    BootstrapEstimate estimate = BootstrapEstimate.of(scores);
    assertThat(estimate.mean())
        .isCloseTo(interval.get("estimate").get(0).doubleValue(), within(1e-9));
    assertThat(estimate.margin())
        .isCloseTo(interval.get("estimate").get(1).doubleValue(), within(1e-9));
  }
}
