// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.map;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.ProgressBar;
import org.isogloss.cli.option.CommonOptions;
import org.isogloss.cli.option.OptionHint;
import org.isogloss.core.IsoglossException;
import org.isogloss.measure.reduction.Points;
import org.isogloss.measure.reduction.PrincipalComponents;
import org.isogloss.measure.reduction.Tsne;
import org.isogloss.measure.reduction.TsneOptions;
import org.isogloss.measure.reduction.TsneResult;
import org.isogloss.options.OptionValidation;
import picocli.CommandLine.Option;

/** The method of dimensionality reduction and its options. */
final class MapMethodOptions {
  /** The methods. */
  enum Method {
    TSNE,
    PCA
  }

  private static final TsneOptions DEFAULTS = TsneOptions.defaults();

  @Option(
      names = "--method",
      paramLabel = "tsne|pca",
      description =
          "t-SNE, which keeps neighbourhoods, or the first two principal components, which keep"
              + " large distances (default: tsne).")
  private Method method = Method.TSNE;

  @Option(
      names = "--perplexity",
      paramLabel = "P",
      description =
          "t-SNE: effective number of neighbours of a text; at most a third of the number of other"
              + " texts (default: 30).")
  private Optional<Double> perplexity = Optional.empty();

  @Option(
      names = "--iterations",
      paramLabel = "N",
      description = "t-SNE: number of iterations (default: 1,000).")
  private Optional<Integer> iterations = Optional.empty();

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "t-SNE: seed of the noise of the initial map (default: 0).")
  private Optional<Long> seed = Optional.empty();

  /**
   * A map of vectors.
   *
   * @param description the method and how well the map fits, such as "t-SNE, perplexity 30"
   * @param facts the same by name
   */
  record Reduction(Points points, String description, Map<String, Object> facts) {}

  /** Checks the options before the work. */
  void validate() {
    if (method == Method.PCA) {
      requireAbsent("--perplexity", perplexity);
      requireAbsent("--iterations", iterations);
      requireAbsent("--seed", seed);
    }
    perplexity.ifPresent(
        number -> {
          if (!(number >= 1 && number < Double.POSITIVE_INFINITY)) {
            throw new IsoglossException("--perplexity is " + number + ", expected 1 or more");
          }
        });
    iterations.ifPresent(number -> OptionValidation.requireOneOrMore("--iterations", number));
  }

  private static void requireAbsent(String option, Optional<?> value) {
    if (value.isPresent()) {
      throw new IsoglossException("--method pca does not use " + option);
    }
  }

  /** Maps vectors to points. */
  Reduction reduce(float[][] vectors, CommonOptions common, Console console) {
    return switch (method) {
      case PCA -> pca(vectors, common);
      case TSNE ->
          OptionHint.add(
              "--method pca",
              failure -> failure.getMessage().startsWith("t-SNE needs"),
              () -> tsne(vectors, common, console));
    };
  }

  private static Reduction pca(float[][] vectors, CommonOptions common) {
    int dimension = vectors.length == 0 ? 2 : vectors[0].length;
    PrincipalComponents pca =
        PrincipalComponents.of(vectors, Math.min(2, dimension), common.threads);
    double first = pca.varianceRatio(0);
    double second = pca.count() > 1 ? pca.varianceRatio(1) : 0;
    return new Reduction(
        pca.points(vectors),
        String.format(
            Locale.ROOT, "PCA, %.1f %% and %.1f %% of the variance", 100 * first, 100 * second),
        new TreeMap<>(
            Map.of("method", "pca", "variance_ratio_x", first, "variance_ratio_y", second)));
  }

  private Reduction tsne(float[][] vectors, CommonOptions common, Console console) {
    TsneOptions options =
        TsneOptions.builder()
            .perplexity(perplexity.orElse(DEFAULTS.perplexity()))
            .iterations(iterations.orElse(DEFAULTS.iterations()))
            .seed(seed.orElse(DEFAULTS.seed()))
            .threads(common.threads)
            .build();
    ProgressBar progress = console.progress("Mapping", "iterations");
    TsneResult result =
        Tsne.map(
            vectors,
            options,
            (iteration, all, divergence) ->
                progress.update(
                    iteration, all, String.format(Locale.ROOT, "KL divergence %.3f", divergence)));
    console.endProgress();
    if (result.perplexity() < options.perplexity()) {
      console.note(
          String.format(
              Locale.ROOT,
              "Perplexity %s instead of %s, because there are only %,d texts",
              format(result.perplexity()),
              format(options.perplexity()),
              vectors.length));
    }
    return new Reduction(
        result.points(),
        String.format(
            Locale.ROOT,
            "t-SNE, perplexity %s, KL divergence %.3f",
            format(result.perplexity()),
            result.divergence()),
        new TreeMap<>(
            Map.of(
                "method",
                "tsne",
                "perplexity",
                result.perplexity(),
                "iterations",
                options.iterations(),
                "seed",
                options.seed(),
                "kl_divergence",
                result.divergence(),
                "exact",
                result.exact())));
  }

  /** {@code 30} or {@code 9.7}. */
  private static String format(double perplexity) {
    return String.format(Locale.ROOT, "%.1f", perplexity).replaceFirst("\\.0$", "");
  }
}
