package org.isogloss.papers.xpr;

import static java.util.Objects.requireNonNull;

import org.isogloss.core.IsoglossException;
import org.isogloss.data.LanguagePair;
import org.isogloss.papers.PaperOptions;

/**
 * What the run of XPR's experiments is asked for.
 *
 * @param common what every paper's run is asked for
 * @param languages whose texts are mixed; the paper's are English and Chinese
 * @param source what relevance is trained and tested on
 * @param encoder folder or name of a model that ranks by itself and in a hybrid, and tells which
 *     sentences are similar
 */
public record XprOptions(
    PaperOptions common, LanguagePair languages, Source source, String encoder) {
  /** Where relevance comes from. */
  public enum Source {
    /** Headings of a documentation and the text below them. */
    HELP,
    /** InsuranceQA in English and Chinese, as in the paper. */
    INSURANCEQA
  }

  public XprOptions {
    requireNonNull(common, "common is null");
    requireNonNull(languages, "languages is null");
    requireNonNull(source, "source is null");
    requireNonNull(encoder, "encoder is null");
    if (languages.source().equals(languages.target())) {
      throw new IsoglossException(
          "both languages are " + languages.source() + ", expected two, such as en,zh");
    }
  }
}
