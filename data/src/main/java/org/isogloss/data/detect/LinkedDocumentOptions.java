// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.detect;

import static java.util.Objects.requireNonNull;

import java.util.Collection;
import java.util.Set;
import org.isogloss.core.Language;
import org.isogloss.data.OnError;
import org.isogloss.data.collection.FieldNames;

/**
 * How documents that are linked across languages are read.
 *
 * @param names the names of the fields of JSONL and TSV, with at least one name of the link
 * @param defaultLanguage the language of documents that do not declare theirs; {@link
 *     Language#UNDETERMINED} if each of them must
 * @param languages the languages of the documents to read; documents in other languages are
 *     omitted. All languages if empty
 * @param onError what happens to a malformed record
 */
public record LinkedDocumentOptions(
    FieldNames names, Language defaultLanguage, Set<Language> languages, OnError onError) {
  /** Documents in all languages, which they declare; a malformed record is an error. */
  public static final LinkedDocumentOptions DEFAULT =
      new LinkedDocumentOptions(
          FieldNames.LINKED_DOCUMENTS, Language.UNDETERMINED, Set.of(), OnError.FAIL);

  public LinkedDocumentOptions {
    if (requireNonNull(names, "names is null").link().isEmpty()) {
      throw new IllegalArgumentException("the link has no name");
    }
    requireNonNull(defaultLanguage, "defaultLanguage is null");
    languages = Set.copyOf(languages);
    requireNonNull(onError, "onError is null");
  }

  /** These options with another name of the link. */
  public LinkedDocumentOptions withLink(String name) {
    return new LinkedDocumentOptions(names.withLink(name), defaultLanguage, languages, onError);
  }

  /** These options with other names of the fields. */
  public LinkedDocumentOptions withNames(FieldNames others) {
    return new LinkedDocumentOptions(others, defaultLanguage, languages, onError);
  }

  /** These options with another default language. */
  public LinkedDocumentOptions withDefaultLanguage(Language language) {
    return new LinkedDocumentOptions(names, language, languages, onError);
  }

  /** These options for documents in some languages. */
  public LinkedDocumentOptions withLanguages(Collection<Language> selected) {
    return new LinkedDocumentOptions(names, defaultLanguage, Set.copyOf(selected), onError);
  }

  /** These options with another treatment of malformed records. */
  public LinkedDocumentOptions withOnError(OnError other) {
    return new LinkedDocumentOptions(names, defaultLanguage, languages, other);
  }

  /** Whether documents in a language are read. */
  boolean includes(Language language) {
    return languages.isEmpty() || languages.contains(language);
  }
}
