// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.qa;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.isogloss.core.Language;
import org.isogloss.core.util.Excerpt;
import org.isogloss.data.MalformedRecordException;

/** The language of a paragraph of TyDi QA, by the ids of its questions. */
final class TydiQaIdentity {
  private static final Map<String, String> LANGUAGES =
      Map.ofEntries(
          Map.entry("arabic", "ar"),
          Map.entry("bengali", "bn"),
          Map.entry("english", "en"),
          Map.entry("finnish", "fi"),
          Map.entry("indonesian", "id"),
          Map.entry("japanese", "ja"),
          Map.entry("korean", "ko"),
          Map.entry("russian", "ru"),
          Map.entry("swahili", "sw"),
          Map.entry("telugu", "te"),
          Map.entry("thai", "th"));

  private TydiQaIdentity() {}

  static SquadParser.Identity resolve(SquadParser.ParsedParagraph paragraph)
      throws MalformedRecordException {
    Set<Language> found = new HashSet<>();
    for (SquadQuestion question : paragraph.questions()) {
      found.add(language(question.query().id()));
    }
    if (found.size() != 1) {
      throw new MalformedRecordException(
          "the ids of the questions name "
              + found.size()
              + " languages, expected the ids of a paragraph to name one language");
    }
    Language language = found.iterator().next();
    return new SquadParser.Identity(
        new SquadDataset.Languages(language, language), paragraph.position());
  }

  private static Language language(String id) throws MalformedRecordException {
    String tag = LANGUAGES.get(id.split("-", 2)[0]);
    if (tag == null) {
      throw new MalformedRecordException(
          "question id "
              + Excerpt.quote(id)
              + " does not begin with the name of a language of TyDi QA, such as swahili-");
    }
    return Language.of(tag);
  }
}
