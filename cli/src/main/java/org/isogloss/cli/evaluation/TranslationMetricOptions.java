// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.evaluation;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.isogloss.cli.option.OptionValidation;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.util.Excerpt;
import org.isogloss.measure.translation.Bleu;
import org.isogloss.measure.translation.BleuTokenizer;
import org.isogloss.measure.translation.Chrf;
import org.isogloss.measure.translation.Smoothing;
import org.isogloss.measure.translation.TranslationMetric;
import picocli.CommandLine.Option;

/** Options that choose measures of translations. */
final class TranslationMetricOptions {
  @Option(
      names = "-m",
      paramLabel = "MEASURE",
      description = "BLEU, chrF or chrF++; may be repeated. Default: BLEU.")
  private List<String> measures = List.of();

  @Option(
      names = "--target",
      paramLabel = "LANG",
      description =
          "Language of the translations, which chooses the tokenizer of BLEU: zh for Chinese,"
              + " otherwise 13a.")
  private Optional<String> target = Optional.empty();

  @Option(
      names = "--tokenize",
      paramLabel = "NAME",
      description =
          "Tokenizer of BLEU: 13a (default), intl, zh, char (each character), or none (split at"
              + " spaces).")
  private Optional<String> tokenizer = Optional.empty();

  @Option(names = "--lowercase", description = "Ignore case.")
  private boolean lowercase;

  @Option(
      names = "--smoothing",
      paramLabel = "METHOD[=VALUE]",
      description =
          "BLEU: how to count orders without matches: exp (default), floor[=0.1], add-k[=1], or"
              + " none.")
  private Optional<String> smoothing = Optional.empty();

  @Option(names = "--order", paramLabel = "N", description = "BLEU: longest n-grams (default: 4).")
  private Optional<Integer> order = Optional.empty();

  @Option(
      names = "--beta",
      paramLabel = "N",
      description = "chrF: weight of recall compared with precision (default: 2).")
  private Optional<Integer> beta = Optional.empty();

  @Option(
      names = "--char-order",
      paramLabel = "N",
      description = "chrF: longest n-grams of characters (default: 6).")
  private Optional<Integer> charOrder = Optional.empty();

  @Option(names = "--whitespace", description = "chrF: count spaces as characters.")
  private boolean whitespace;

  @Option(
      names = "--epsilon-smoothing",
      description = "chrF: average the F measures of all orders, as chrF++.py does.")
  private boolean epsilonSmoothing;

  /**
   * Returns the requested metrics.
   *
   * @param forSentences whether single sentences are measured, by which BLEU leaves out orders that
   *     are longer than the sentence
   * @throws IsoglossException if options contradict each other or do not belong to any metric
   */
  List<TranslationMetric> metrics(boolean forSentences) {
    order.ifPresent(value -> OptionValidation.requireOneOrMore("--order", value));
    beta.ifPresent(value -> OptionValidation.requireOneOrMore("--beta", value));
    charOrder.ifPresent(value -> OptionValidation.requireOneOrMore("--char-order", value));
    if (target.isPresent() && tokenizer.isPresent()) {
      throw new IsoglossException(
          "--target and --tokenize both choose the tokenizer: omit one of them");
    }
    List<TranslationMetric> metrics = new ArrayList<>();
    for (String name : measures.isEmpty() ? List.of("BLEU") : measures) {
      metrics.add(
          switch (name.toLowerCase(Locale.ROOT)) {
            case "bleu" -> bleu().withEffectiveOrder(forSentences);
            case "chrf" -> chrf(Chrf.standard());
            case "chrf++" -> chrf(Chrf.plusPlus());
            default ->
                throw new IsoglossException(
                    "no measure of translations is named "
                        + Excerpt.quote(name)
                        + ", expected BLEU, chrF or chrF++");
          });
    }
    boolean anyBleu = metrics.stream().anyMatch(Bleu.class::isInstance);
    boolean anyChrf = metrics.stream().anyMatch(Chrf.class::isInstance);
    if (!anyBleu
        && (target.isPresent()
            || tokenizer.isPresent()
            || smoothing.isPresent()
            || order.isPresent())) {
      throw new IsoglossException(
          "--target, --tokenize, --smoothing and --order are options of BLEU: add -m BLEU, or omit"
              + " them");
    }
    if (!anyChrf && (beta.isPresent() || charOrder.isPresent() || whitespace || epsilonSmoothing)) {
      throw new IsoglossException(
          "--beta, --char-order, --whitespace and --epsilon-smoothing are options of chrF: add -m"
              + " chrF, or omit them");
    }
    return metrics;
  }

  private Bleu bleu() {
    BleuTokenizer chosen =
        tokenizer
            .map(BleuTokenizer::parse)
            .or(() -> target.map(Language::of).map(BleuTokenizer::forTarget))
            .orElse(BleuTokenizer.V13A);
    Bleu standard = Bleu.standard();
    return standard
        .withTokenizer(chosen)
        .withLowercase(lowercase)
        .withSmoothing(smoothing.map(Smoothing::parse).orElse(standard.smoothing()))
        .withMaxOrder(order.orElse(standard.maxOrder()));
  }

  private Chrf chrf(Chrf variant) {
    return variant
        .withBeta(beta.orElse(variant.beta()))
        .withCharOrder(charOrder.orElse(variant.charOrder()))
        .withLowercase(lowercase)
        .withWhitespace(whitespace)
        .withEpsilonSmoothing(epsilonSmoothing);
  }
}
