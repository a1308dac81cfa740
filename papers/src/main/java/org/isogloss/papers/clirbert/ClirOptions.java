package org.isogloss.papers.clirbert;

import static java.util.Objects.requireNonNull;

import java.util.OptionalInt;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.LanguagePair;
import org.isogloss.papers.PaperOptions;

/**
 * What the run of CLIR-BERT's experiments is asked for.
 *
 * @param common what every paper's run is asked for
 * @param languages English, in which queries are, and the language of the documents
 * @param embeddings folder or name of the encoder whose vectors of single words are the word
 *     embeddings of QRANN and of the dot product
 * @param positives positive examples of training at most, from 1; empty for as many as the scale
 *     has
 */
public record ClirOptions(
    PaperOptions common, LanguagePair languages, String embeddings, OptionalInt positives) {
  private static final Language ENGLISH = Language.of("en");

  public ClirOptions {
    requireNonNull(common, "common is null");
    requireNonNull(languages, "languages is null");
    requireNonNull(embeddings, "embeddings is null");
    requireNonNull(positives, "positives is null");
    if (positives.orElse(1) < 1) {
      throw new IsoglossException(
          "positives is "
              + positives.getAsInt()
              + ", expected 1 or more: how many positive examples are trained on");
    }
    if (!languages.source().equals(ENGLISH) || languages.target().equals(ENGLISH)) {
      throw new IsoglossException(
          "languages are "
              + languages
              + ", expected English and another one, such as en-de: queries are in English");
    }
  }

  /** How much is trained and measured. */
  ClirSizes sizes() {
    ClirSizes sizes = ClirSizes.of(common.scale());
    return positives.isPresent() ? sizes.withPositives(positives.getAsInt()) : sizes;
  }

  /** That of the documents. */
  Language documentLanguage() {
    return languages.target();
  }
}
