// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.detect;

import static java.util.Objects.requireNonNull;

import org.isogloss.core.Language;
import org.isogloss.data.OnError;
import org.isogloss.data.SymbolicLinks;
import org.isogloss.data.collection.FieldNames;

/**
 * How documents are read.
 *
 * @param names the names of the fields in JSON, CSV, TSV and Parquet
 * @param defaultLanguage the language of documents that do not declare theirs; {@link
 *     Language#UNDETERMINED} if it is not known
 * @param onError what happens to a malformed record
 * @param links the symbolic links in a folder that are followed
 */
public record DocumentOptions(
    FieldNames names, Language defaultLanguage, OnError onError, SymbolicLinks links) {
  /** The default names of fields, links within a folder only; a malformed record is an error. */
  public static final DocumentOptions DEFAULT =
      new DocumentOptions(
          FieldNames.DOCUMENTS, Language.UNDETERMINED, OnError.FAIL, SymbolicLinks.WITHIN_FOLDER);

  public DocumentOptions {
    requireNonNull(names, "names is null");
    requireNonNull(defaultLanguage, "defaultLanguage is null");
    requireNonNull(onError, "onError is null");
    requireNonNull(links, "links is null");
  }

  /** These options with other names of the fields. */
  public DocumentOptions withNames(FieldNames others) {
    return new DocumentOptions(others, defaultLanguage, onError, links);
  }

  /** These options with another default language. */
  public DocumentOptions withDefaultLanguage(Language language) {
    return new DocumentOptions(names, language, onError, links);
  }

  /** These options with another treatment of malformed records. */
  public DocumentOptions withOnError(OnError other) {
    return new DocumentOptions(names, defaultLanguage, other, links);
  }

  /** These options with other symbolic links that are followed. */
  public DocumentOptions withLinks(SymbolicLinks followed) {
    return new DocumentOptions(names, defaultLanguage, onError, followed);
  }
}
