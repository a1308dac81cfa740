// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.experiment;

import static java.util.stream.Collectors.toMap;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.isogloss.core.IsoglossException;
import org.isogloss.papers.ExperimentScale;
import org.isogloss.papers.PaperOptions;
import org.isogloss.papers.resource.PaperResources;

/**
 * The sizes of an experiment and other settings that depend on its scale, from a YAML resource:
 *
 * <pre>{@code
 * sizes:
 *   steps: {smoke: 4, small: 2000, full: 20000}
 *   test-queries: {smoke: 4, small: 60, full: all, report: test queries, as: at most N}
 * }</pre>
 *
 * <p>They are the values of variables of the recipe with the same names. The settings of a run,
 * with which finished rows are compared, name those with a {@code report}.
 */
public final class ExperimentSizes {
  /** The size {@code all}: no limit. */
  public static final int ALL = Integer.MAX_VALUE;

  private static final String NO_LIMIT = "all";
  private static final String NONE = "none";

  private final SequencedMap<String, Size> sizes;
  private final ExperimentScale scale;

  /**
   * All sizes of an experiment.
   *
   * @param sizes the sizes by name
   */
  public record Table(Map<String, Size> sizes) {}

  /**
   * One size.
   *
   * @param report its name in the settings of a run; if absent, they do not have it
   * @param as the form of its value in the settings, in which N is replaced; by default N
   */
  public record Size(
      String smoke, String small, String full, Optional<String> report, Optional<String> as) {
    private List<String> allValues() {
      return List.of(smoke, small, full);
    }

    private String value(ExperimentScale scale) {
      return switch (scale) {
        case SMOKE -> smoke;
        case SMALL -> small;
        case FULL -> full;
      };
    }
  }

  private ExperimentSizes(SequencedMap<String, Size> sizes, ExperimentScale scale) {
    this.sizes = sizes;
    this.scale = scale;
  }

  /**
   * Reads the sizes in {@code sizes.yaml} of the scale of a run, with the run's own values.
   *
   * @throws IsoglossException if there is no size of a name, or a value has not the form of that of
   *     the scale
   */
  public static ExperimentSizes of(Class<?> paper, PaperOptions options) {
    return of(paper, "sizes.yaml", options);
  }

  /** Reads such sizes in another resource. */
  public static ExperimentSizes of(Class<?> paper, String resource, PaperOptions options) {
    ExperimentSizes sizes = of(paper, resource, options.scale());
    for (Map.Entry<String, String> own : options.sizes().entrySet()) {
      sizes.requireForm(own.getKey(), own.getValue());
      sizes = sizes.with(own.getKey(), own.getValue());
    }
    return sizes;
  }

  private void requireForm(String name, String value) {
    Size size = sizes.get(name);
    if (size == null) {
      throw new IsoglossException(
          "no size is named " + name + ", expected one of " + String.join(", ", sizes.keySet()));
    }
    boolean count = size.full.matches("[0-9]+|" + NO_LIMIT + "|" + NONE);
    boolean known = size.allValues().contains(value);
    if (count && !known && !value.matches("[1-9][0-9]{0,8}|" + NO_LIMIT)) {
      throw new IsoglossException(
          "the size "
              + name
              + " is "
              + value
              + ", expected a number such as "
              + size.small
              + ", or "
              + NO_LIMIT);
    }
  }

  /**
   * Reads the sizes of a scale.
   *
   * @param paper a class in the package of the resource
   */
  public static ExperimentSizes of(Class<?> paper, String resource, ExperimentScale scale) {
    Table table = PaperResources.read(paper, resource, Map.of(), Table.class);
    return new ExperimentSizes(new LinkedHashMap<>(table.sizes()), scale);
  }

  /** Returns these sizes with another value of one of them. */
  public ExperimentSizes with(String name, String value) {
    SequencedMap<String, Size> changed = new LinkedHashMap<>(sizes);
    changed.computeIfPresent(name, (k, old) -> new Size(value, value, value, old.report, old.as));
    return new ExperimentSizes(changed, scale);
  }

  /** Returns the value of a size as it is written. */
  public String text(String name) {
    Size size = sizes.get(name);
    if (size == null) {
      throw new IllegalArgumentException("no size " + name + ", expected " + sizes.keySet());
    }
    return size.value(scale);
  }

  /** Returns a number; {@link #ALL} for {@code all}, 0 for {@code none}. */
  public int count(String name) {
    return switch (text(name)) {
      case NO_LIMIT -> ALL;
      case NONE -> 0;
      case String number -> Integer.parseInt(number);
    };
  }

  /** Returns the values of a list. */
  public List<String> list(String name) {
    return List.of(text(name).split(", ", -1));
  }

  /** Returns the number of steps that read a number of examples as often as {@code epochs}. */
  public long steps(int examples) {
    return Math.ceilDiv((long) count("epochs") * examples, count("batch"));
  }

  /** Returns the values by name, for the variables of a recipe. */
  public Map<String, String> variables() {
    return sizes.entrySet().stream()
        .collect(toMap(Map.Entry::getKey, size -> size.getValue().value(scale)));
  }

  /** Returns the sizes for reports and finished rows. */
  public SequencedMap<String, String> description() {
    SequencedMap<String, String> settings = new LinkedHashMap<>();
    for (Size size : sizes.values()) {
      String value = size.value(scale);
      boolean word = value.equals(NO_LIMIT) || value.equals(NONE);
      size.report.ifPresent(
          name -> settings.put(name, word ? value : size.as.orElse("N").replace("N", value)));
    }
    return settings;
  }
}
