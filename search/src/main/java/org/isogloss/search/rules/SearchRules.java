// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.rules;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.json.JsonFile;
import org.isogloss.core.json.JsonObject;

/**
 * Synonyms, stop words and pinned documents of an index, stored in the file {@value #FILE} of its
 * folder. They apply to queries, so that a change needs no indexing.
 */
public final class SearchRules {
  /** Name of the file. */
  public static final String FILE = "rules.json";

  /** No rules. */
  public static final SearchRules NONE = new SearchRules("", "", "");

  /** Three texts, of whose characters JSON has 6 bytes at most. */
  private static final int MAX_BYTES = 3 * 6 * RuleLines.MAX_CHARACTERS + 1_000;

  private final String synonymText;
  private final String stopWordText;
  private final String pinText;
  private final Synonyms synonyms;
  private final StopWords stopWords;
  private final PinnedDocuments pins;

  private SearchRules(String synonymText, String stopWordText, String pinText) {
    this.synonymText = requireNonNull(synonymText, "synonyms are null");
    this.stopWordText = requireNonNull(stopWordText, "stop words are null");
    this.pinText = requireNonNull(pinText, "pins are null");
    this.synonyms = Synonyms.parse("synonyms", synonymText);
    this.stopWords = StopWords.parse("stop words", stopWordText);
    this.pins = PinnedDocuments.parse("pins", pinText);
  }

  /**
   * Returns a copy with other synonyms.
   *
   * @param text as {@link Synonyms#parse} reads it
   * @throws IsoglossException if a line is no rule
   */
  public SearchRules withSynonyms(String text) {
    return new SearchRules(text, stopWordText, pinText);
  }

  /** Returns a copy with other stop words, as {@link StopWords#parse} reads them. */
  public SearchRules withStopWords(String text) {
    return new SearchRules(synonymText, text, pinText);
  }

  /** Returns a copy with other pinned documents, as {@link PinnedDocuments#parse} reads them. */
  public SearchRules withPins(String text) {
    return new SearchRules(synonymText, stopWordText, text);
  }

  /** The synonyms. */
  public Synonyms synonyms() {
    return synonyms;
  }

  /** The stop words, in addition to those of the analyzers. */
  public StopWords stopWords() {
    return stopWords;
  }

  /** The pinned documents. */
  public PinnedDocuments pins() {
    return pins;
  }

  /**
   * Reads the file of an index; no rules if it has none.
   *
   * @throws IsoglossException if it is not valid
   */
  public static SearchRules find(Path folder) {
    Path file = folder.resolve(FILE);
    return Files.exists(file)
        ? parse(JsonObject.read(file, MAX_BYTES, SearchRules::damaged))
        : NONE;
  }

  /** Reads rules that are not in a file of their own. */
  public static SearchRules parse(Path shown, ObjectNode json) {
    return parse(JsonObject.of(shown, json, SearchRules::damaged));
  }

  private static SearchRules parse(JsonObject json) {
    SearchRules rules;
    try {
      rules =
          new SearchRules(json.string("synonyms"), json.string("stop_words"), json.string("pins"));
    } catch (IsoglossException e) {
      throw damaged(json.file(), e.getMessage(), e);
    }
    json.rejectUnknownKeys();
    return rules;
  }

  private static IsoglossException damaged(Path file, String problem, Throwable cause) {
    return new IsoglossException(
        file + ": " + problem + "; delete the file, and set the rules again", cause);
  }

  /** Writes the file of an index. */
  public void write(Path folder) {
    JsonFile.write(folder.resolve(FILE), json());
  }

  /** Returns the JSON that {@link #parse(Path, ObjectNode)} reads. */
  public ObjectNode json() {
    ObjectNode json = JsonFile.MAPPER.createObjectNode();
    json.put("synonyms", synonymText);
    json.put("stop_words", stopWordText);
    json.put("pins", pinText);
    return json;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SearchRules rules && json().equals(rules.json());
  }

  @Override
  public int hashCode() {
    return json().hashCode();
  }

  /** The numbers of rules. */
  @Override
  public String toString() {
    return "rules of synonyms: "
        + synonyms.size()
        + ", stop words: "
        + stopWords.size()
        + ", queries with pinned documents: "
        + pins.size();
  }
}
