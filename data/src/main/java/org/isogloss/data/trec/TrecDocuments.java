// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.trec;

import java.nio.file.Path;
import java.util.regex.Pattern;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.io.FileHead;
import org.isogloss.data.io.Utf8LineReader;

/**
 * Documents in the SGML of TREC's disks, which CLEF, FIRE, NTCIR and Gigaword also have: any number
 * of documents in a file.
 *
 * <pre>{@code
 * <DOC>
 * <DOCNO> FT911-1 </DOCNO>
 * <HEADLINE> Oil </HEADLINE>
 * <TEXT>
 * The oil industry began in Pennsylvania.
 * </TEXT>
 * </DOC>
 * }</pre>
 *
 * <ul>
 *   <li>The id is {@code DOCNO}, {@code DOCID}, {@code ID} or an attribute {@code id} of {@code
 *       DOC}. Case does not matter.
 *   <li>The title is the text of {@code TITLE}, {@code HEADLINE}, {@code HEAD}, {@code HL}, {@code
 *       TTL}, {@code TI} or {@code DOCTITLE}, of the first of these that the document has, or an
 *       attribute {@code title} of {@code DOC}.
 *   <li>The text is that of all {@code TEXT}, {@code LEADPARA}, {@code LP}, {@code LEAD}, {@code
 *       LD}, {@code TX} and {@code SUMMARY}, or else that of {@code BODY} or {@code CONTENT}, or
 *       else what has no tag around it. Elements inside are markup; {@code P} and blank lines
 *       divide paragraphs.
 *   <li>{@code LANG} and {@code LANGUAGE} are the language. Other elements are left out; a document
 *       without a text is malformed if one of them may be the text.
 *   <li>An element {@code <field name="title">}, as in Solr's updates, has the name that it states.
 *   <li>Closing tags are optional if the next element or document follows. Comments are left out,
 *       entities of HTML are decoded.
 * </ul>
 */
public final class TrecDocuments {
  /** A document as the root of a file, or as the first element of the root. */
  private static final Pattern BEGINNING =
      Pattern.compile(
          "\\A\\s*+(?:<[?!][^>]*+>\\s*+)*+(?:<(?!doc[\\s>])[\\w-]++[^<>]*+>\\s*+)?+<doc[\\s>]",
          Pattern.CASE_INSENSITIVE);

  private TrecDocuments() {}

  /** Whether a file begins with a document. */
  public static boolean isDocuments(FileHead head) {
    return BEGINNING.matcher(head.text()).lookingAt();
  }

  /**
   * Reads documents. A line that is not UTF-8 makes the document around it malformed.
   *
   * @param defaultLanguage the language of documents that do not state theirs
   */
  public static Records<Document> read(Path file, Language defaultLanguage, OnError onError) {
    return new Records<>(
        new TrecDocumentReader(Utf8LineReader.open(file), defaultLanguage), onError);
  }
}
