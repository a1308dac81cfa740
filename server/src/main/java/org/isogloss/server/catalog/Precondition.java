// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.catalog;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.isogloss.api.StoredDocument;
import org.isogloss.api.json.DocumentJson;
import org.isogloss.core.io.Checksums;
import org.isogloss.server.http.Request;
import org.isogloss.server.http.RequestException;

/**
 * The versions of a document for which a request is meant: the headers {@code If-Match} and {@code
 * If-None-Match} (RFC 9110, section 13).
 *
 * @param match entity tags of which the document must have one, {@code *} for any document; empty
 *     without the header
 * @param noneMatch entity tags of which the document must have none, {@code *} if there must be no
 *     document; empty without the header
 */
public record Precondition(Optional<Set<String>> match, Optional<Set<String>> noneMatch) {
  /** No precondition. */
  public static final Precondition NONE = new Precondition(Optional.empty(), Optional.empty());

  private static final String ANY = "*";
  private static final String WEAK = "W/";
  private static final int TAG_DIGITS = 32;

  /** Reads the headers of a request. */
  public static Precondition of(Request request) {
    return new Precondition(tags(request, "If-Match"), tags(request, "If-None-Match"));
  }

  private static Optional<Set<String>> tags(Request request, String header) {
    return request
        .header(header)
        .map(
            value ->
                Stream.of(value.split(","))
                    .map(String::strip)
                    .filter(tag -> !tag.isEmpty())
                    .collect(Collectors.toSet()));
  }

  /** Returns the entity tag of a document, which depends on all that the index stores of it. */
  public static String tag(StoredDocument document) {
    var digest = Checksums.sha256();
    digest.update(DocumentJson.write(document).toString().getBytes(UTF_8));
    return '"' + Checksums.hex(digest).substring(0, TAG_DIGITS) + '"';
  }

  public boolean isEmpty() {
    return match.isEmpty() && noneMatch.isEmpty();
  }

  /** Whether a client that has a version of a document has the current one. */
  public boolean isUnmodified(StoredDocument document) {
    return noneMatch.isPresent() && matches(noneMatch.get(), Optional.of(document), true);
  }

  /**
   * Checks a document that is to be changed.
   *
   * @param document the current version; empty if there is none
   * @throws RequestException if it is not one of the versions that the client expects
   */
  public void require(Optional<StoredDocument> document) {
    if (match.isPresent() && !matches(match.get(), document, false)) {
      throw failed("If-Match", document);
    }
    if (noneMatch.isPresent() && matches(noneMatch.get(), document, true)) {
      throw failed("If-None-Match", document);
    }
  }

  private static boolean matches(
      Set<String> tags, Optional<StoredDocument> document, boolean ignoresWeakness) {
    if (document.isEmpty()) {
      return false;
    }
    String current = tag(document.get());
    return tags.contains(ANY)
        || tags.stream()
            .map(tag -> ignoresWeakness && tag.startsWith(WEAK) ? tag.substring(2) : tag)
            .anyMatch(current::equals);
  }

  private static RequestException failed(String header, Optional<StoredDocument> document) {
    return RequestException.of(
        RequestException.Reason.PRECONDITION_FAILED,
        "the document "
            + document.map(current -> "has the version " + tag(current)).orElse("does not exist")
            + ", which "
            + header
            + " does not allow: read it again, and repeat the change on what it is now");
  }
}
