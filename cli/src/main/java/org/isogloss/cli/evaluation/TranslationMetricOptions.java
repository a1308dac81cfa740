// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.evaluation;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.isogloss.cli.option.OptionHint;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.util.Excerpt;
import org.isogloss.measure.translation.Bleu;
import org.isogloss.measure.translation.BleuTokenizer;
import org.isogloss.measure.translation.Chrf;
import org.isogloss.measure.translation.MecabTokenizer;
import org.isogloss.measure.translation.RuleBasedTokenizer;
import org.isogloss.measure.translation.SentencePieceTokenizer;
import org.isogloss.measure.translation.Smoothing;
import org.isogloss.measure.translation.Ter;
import org.isogloss.measure.translation.TranslationMetric;
import org.isogloss.options.OptionValidation;
import picocli.CommandLine.Option;

/** Options that choose measures of translations. */
final class TranslationMetricOptions {
  @Option(
      names = "-m",
      paramLabel = "MEASURE",
      description = "BLEU, chrF, chrF++ or TER; may be repeated. Default: BLEU.")
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
      paramLabel = "NAME[=FILE]",
      description =
          "Tokenizer of BLEU: 13a (default), intl, zh, char (each character), none (split at spaces),"
              + " spm=FILE (spBLEU: a model of SentencePiece, such as that of flores200),"
              + " ja-mecab=DIR or ko-mecab=DIR (the dictionary IPADIC or mecab-ko-dic).")
  private Optional<String> tokenizer = Optional.empty();

  @Option(names = "--lowercase", description = "Ignore case; TER does by default.")
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

  @Option(
      names = "--ter-normalized",
      description = "TER: separate punctuation from words, and decode entities of XML.")
  private boolean terNormalized;

  @Option(names = "--ter-no-punct", description = "TER: remove punctuation.")
  private boolean terWithoutPunctuation;

  @Option(
      names = "--ter-asian-support",
      description = "TER: apply the two options to Chinese and Japanese, too.")
  private boolean terAsianSupport;

  @Option(names = "--ter-case-sensitive", description = "TER: do not ignore case.")
  private boolean terCaseSensitive;

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
            case "ter" -> ter();
            default ->
                throw new IsoglossException(
                    "no measure of translations is named "
                        + Excerpt.quote(name)
                        + ", expected BLEU, chrF, chrF++ or TER");
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
    if (metrics.stream().noneMatch(Ter.class::isInstance)
        && (terNormalized || terWithoutPunctuation || terAsianSupport || terCaseSensitive)) {
      throw new IsoglossException(
          "--ter-normalized, --ter-no-punct, --ter-asian-support and --ter-case-sensitive are"
              + " options of TER: add -m TER, or omit them");
    }
    return metrics;
  }

  private Ter ter() {
    if (terAsianSupport && !terNormalized && !terWithoutPunctuation) {
      throw new IsoglossException(
          "--ter-asian-support needs --ter-normalized or --ter-no-punct, which it extends");
    }
    if (terCaseSensitive && lowercase) {
      throw new IsoglossException(
          "--ter-case-sensitive and --lowercase contradict each other: omit one of them");
    }
    return new Ter(terNormalized, terWithoutPunctuation, terAsianSupport, terCaseSensitive);
  }

  private Bleu bleu() {
    BleuTokenizer chosen =
        tokenizer
            .map(TranslationMetricOptions::tokenizer)
            .or(() -> target.map(Language::of).map(RuleBasedTokenizer::forTarget))
            .orElse(RuleBasedTokenizer.V13A);
    Bleu standard = Bleu.standard();
    return standard
        .withTokenizer(chosen)
        .withLowercase(lowercase)
        .withSmoothing(smoothing.map(Smoothing::parse).orElse(standard.smoothing()))
        .withMaxOrder(order.orElse(standard.maxOrder()));
  }

  private static BleuTokenizer tokenizer(String text) {
    int equals = text.indexOf('=');
    String name = equals < 0 ? text : text.substring(0, equals);
    Optional<Path> file =
        equals < 0 ? Optional.empty() : Optional.of(Path.of(text.substring(equals + 1)));
    return switch (name) {
      case "spm" ->
          SentencePieceTokenizer.read(
              required(file, "spm=FILE, the file of a SentencePiece model (.model)"));
      case "flores101", "flores200", "spBLEU-1K" ->
          throw new IsoglossException(
              "--tokenize "
                  + name
                  + " is a SentencePiece model that sacreBLEU downloads: get its file, and give"
                  + " --tokenize spm=FILE");
      case "ja-mecab" ->
          MecabTokenizer.open(
              MecabTokenizer.Kind.JAPANESE,
              required(file, "ja-mecab=DIR, the folder dicdir of the Python package ipadic"));
      case "ko-mecab" ->
          MecabTokenizer.open(
              MecabTokenizer.Kind.KOREAN,
              required(file, "ko-mecab=DIR, the folder dicdir of the Python package mecab-ko-dic"));
      default ->
          OptionHint.add(
              "or spm=FILE, ja-mecab=DIR, ko-mecab=DIR", () -> RuleBasedTokenizer.parse(text));
    };
  }

  private static Path required(Optional<Path> file, String form) {
    return file.orElseThrow(
        () -> new IsoglossException("--tokenize needs a file: expected " + form));
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
