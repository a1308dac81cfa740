package org.isogloss.measure;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.util.NameSuggestions;

/** How an evaluation is written down. */
public enum EvaluationFormat {
  /** As trec_eval 9 prints it, byte for byte. */
  TREC_EVAL {
    @Override
    public String render(Evaluation evaluation, boolean perQuery) {
      return EvaluationText.trecEval(evaluation, perQuery);
    }
  },
  /** Aligned columns for reading. */
  TABLE {
    @Override
    public String render(Evaluation evaluation, boolean perQuery) {
      return EvaluationText.table(evaluation, perQuery);
    }
  },
  /** One JSON object, figures in full precision. */
  JSON {
    @Override
    public String render(Evaluation evaluation, boolean perQuery) {
      return EvaluationJson.of(evaluation, perQuery);
    }
  };

  /**
   * The format of a name: {@code trec_eval}, {@code table} or {@code json}.
   *
   * @throws IsoglossException if there is none of that name
   */
  public static EvaluationFormat parse(String name) {
    String wanted = name.strip().toUpperCase(Locale.ROOT).replace('-', '_');
    List<String> known = Arrays.stream(values()).map(EvaluationFormat::toString).toList();
    return Arrays.stream(values())
        .filter(format -> format.name().equals(wanted))
        .findFirst()
        .orElseThrow(
            () ->
                new IsoglossException(
                    "unknown format \""
                        + name
                        + "\", expected one of "
                        + String.join(", ", known)
                        + NameSuggestions.nearest(name, known)
                            .map(near -> "; did you mean " + near + "?")
                            .orElse("")));
  }

  /**
   * Writes an evaluation down, every line with its end.
   *
   * @param perQuery whether each query's figures come before those of all: trec_eval's {@code -q}
   */
  public abstract String render(Evaluation evaluation, boolean perQuery);

  /** The name that {@link #parse} reads. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
