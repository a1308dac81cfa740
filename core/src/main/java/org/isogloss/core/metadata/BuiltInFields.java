// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.metadata;

import java.util.Set;

/**
 * The names of the fields that documents as files have, such as web pages and PDF files. Those of
 * {@link #STRINGS} are strings in every index, also if the first author is called {@code
 * 2024-05-31}, so that two files never have values of different types.
 */
public final class BuiltInFields {
  public static final String AUTHOR = "author";
  public static final String DESCRIPTION = "description";
  public static final String KEYWORDS = "keywords";
  public static final String SUBJECT = "subject";

  /** A date in the form of ISO 8601. */
  public static final String DATE = "date";

  /**
   * The id of the document of which one is a translation, its path relative to the document, or a
   * list of these.
   */
  public static final String TRANSLATION_OF = "translation_of";

  /** The number of pages. */
  public static final String PAGES = "pages";

  /** The fields that are strings whatever their first value is. */
  public static final Set<String> STRINGS =
      Set.of(AUTHOR, DESCRIPTION, KEYWORDS, SUBJECT, TRANSLATION_OF, PageStarts.FIELD);

  private BuiltInFields() {}
}
