// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.client;

import static java.util.Objects.requireNonNull;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import org.isogloss.core.Language;

/**
 * Words to look up in a bitext of a server.
 *
 * @param words one or more words in a row; {@code *} stands for up to 50 letters
 * @param corpus name of the bitext; empty for the only one
 * @param language language of the words; empty for the first one in which they occur
 * @param order order of the lines
 * @param top maximum number of lines, and of translations, 1 or more; 20 if empty
 */
public record ConcordanceRequest(
    String words,
    Optional<String> corpus,
    Optional<Language> language,
    Order order,
    OptionalInt top) {
  /** The orders of lines. */
  public enum Order {
    /** As in the bitext. */
    CORPUS,
    /** By the words before, the nearest first. */
    BEFORE,
    /** By the words after. */
    AFTER,
    /** By the translation, the most frequent one first. */
    TRANSLATION
  }

  public ConcordanceRequest {
    requireNonNull(words, "words is null");
    requireNonNull(corpus, "corpus is null");
    requireNonNull(language, "language is null");
    requireNonNull(order, "order is null");
    if (requireNonNull(top, "top is null").orElse(1) < 1) {
      throw new IllegalArgumentException("top is " + top.getAsInt() + ", expected 1 or more");
    }
  }

  /** Creates a request to the only bitext of a server. */
  public static ConcordanceRequest of(String words) {
    return new ConcordanceRequest(
        words, Optional.empty(), Optional.empty(), Order.CORPUS, OptionalInt.empty());
  }

  /** Returns a copy for a bitext. */
  public ConcordanceRequest withCorpus(String name) {
    return new ConcordanceRequest(words, Optional.of(name), language, order, top);
  }

  /** Returns a copy for words in a language. */
  public ConcordanceRequest withLanguage(Language one) {
    return new ConcordanceRequest(words, corpus, Optional.of(one), order, top);
  }

  /** Returns a copy with another order of the lines. */
  public ConcordanceRequest withOrder(Order other) {
    return new ConcordanceRequest(words, corpus, language, other, top);
  }

  /** Returns a copy with a maximum number of lines, and of translations. */
  public ConcordanceRequest withTop(int number) {
    return new ConcordanceRequest(words, corpus, language, order, OptionalInt.of(number));
  }

  String path() {
    StringBuilder path = new StringBuilder("/api/concordance?words=");
    path.append(Transport.encoded(words));
    corpus.ifPresent(name -> path.append("&corpus=").append(Transport.encoded(name)));
    language.ifPresent(one -> path.append("&language=").append(Transport.encoded(one.tag())));
    path.append("&sort=").append(order.name().toLowerCase(Locale.ROOT));
    top.ifPresent(number -> path.append("&top=").append(number));
    return path.toString();
  }
}
