// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.bitext;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.isogloss.core.Language;
import org.isogloss.data.FormatException;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.Records;
import org.isogloss.data.io.InputFileStream;
import org.isogloss.data.parse.FieldParsing;
import org.isogloss.data.parse.XmlInput;

/**
 * Reads sentence pairs from translation memories (TMX) and from XLIFF 1.2 and 2. Markup inside a
 * segment is left out, and line ends become spaces. Malformed XML ends the reading.
 */
final class TranslationUnitReader implements Records.Source<SentencePair> {
  /** Elements in a segment whose content is the code of another format, not text. */
  private static final Set<String> CODES = Set.of("bpt", "ept", "it", "ph", "ut");

  private static final Pattern LINE_END = Pattern.compile("[ \\t]*\\R\\s*");

  private final XmlInput xml;
  private final LanguagePair languages;
  private Language source = Language.UNDETERMINED;
  private Language target = Language.UNDETERMINED;
  private long line = 1;

  TranslationUnitReader(InputFileStream in, LanguagePair languages) {
    this.xml = new XmlInput(in);
    this.languages = languages;
  }

  @Override
  public Optional<SentencePair> next() throws MalformedRecordException {
    while (true) {
      XmlInput.Event event = xml.next();
      if (event == XmlInput.Event.END_OF_FILE) {
        return Optional.empty();
      }
      if (event == XmlInput.Event.START_ELEMENT) {
        line = xml.lineNumber();
        switch (xml.name()) {
          case "xliff" -> readLanguages("srcLang", "trgLang");
          case "file" -> readLanguages("source-language", "target-language");
          case "trans-unit", "segment" -> {
            return Optional.of(xliffUnit().toPair(languages));
          }
          case "tu" -> {
            return Optional.of(tmxUnit().toPair(languages));
          }
          default -> {
            // Other elements describe the file, or contain units.
          }
        }
      }
    }
  }

  /** Takes the languages that an element of XLIFF states for the units that it contains. */
  private void readLanguages(String sourceAttribute, String targetAttribute)
      throws MalformedRecordException {
    source = language(xml.attribute(sourceAttribute)).orElse(source);
    target = language(xml.attribute(targetAttribute)).orElse(target);
  }

  private static Optional<Language> language(Optional<String> tag) throws MalformedRecordException {
    return tag.isEmpty() ? Optional.empty() : Optional.of(FieldParsing.parseLanguage(tag.get()));
  }

  /** Reads {@code source} and {@code target}; other elements, such as alternatives, are skipped. */
  private TranslationUnit xliffUnit() throws MalformedRecordException {
    List<TranslationUnit.Variant> variants = new ArrayList<>();
    Optional<MalformedRecordException> problem = Optional.empty();
    while (true) {
      XmlInput.Event event = xml.next();
      if (event == XmlInput.Event.END_ELEMENT) {
        return orThrow(variants, problem);
      }
      if (event == XmlInput.Event.START_ELEMENT) {
        boolean isSource = xml.name().equals("source");
        if (isSource || xml.name().equals("target")) {
          Optional<String> stated = xml.language();
          Language inherited = isSource ? source : target;
          String text = segment();
          problem = problem.or(() -> add(variants, stated, inherited, text));
        } else {
          xml.elementText();
        }
      }
    }
  }

  /** Reads the {@code seg} of each {@code tuv}; notes and properties are skipped. */
  private TranslationUnit tmxUnit() throws MalformedRecordException {
    List<TranslationUnit.Variant> variants = new ArrayList<>();
    Optional<MalformedRecordException> problem = Optional.empty();
    while (true) {
      XmlInput.Event event = xml.next();
      if (event == XmlInput.Event.END_ELEMENT) {
        return orThrow(variants, problem);
      }
      if (event == XmlInput.Event.START_ELEMENT) {
        if (xml.name().equals("tuv")) {
          Optional<String> stated = xml.language().or(() -> xml.attribute("lang"));
          String text = variantText();
          problem = problem.or(() -> add(variants, stated, Language.UNDETERMINED, text));
        } else {
          xml.elementText();
        }
      }
    }
  }

  /** Returns the unit, after all of it was read, so that the next unit can be read. */
  private static TranslationUnit orThrow(
      List<TranslationUnit.Variant> variants, Optional<MalformedRecordException> problem)
      throws MalformedRecordException {
    if (problem.isPresent()) {
      throw problem.get();
    }
    return new TranslationUnit(variants);
  }

  private static Optional<MalformedRecordException> add(
      List<TranslationUnit.Variant> variants,
      Optional<String> stated,
      Language inherited,
      String text) {
    try {
      variants.add(new TranslationUnit.Variant(language(stated).orElse(inherited), text));
      return Optional.empty();
    } catch (MalformedRecordException e) {
      return Optional.of(e);
    }
  }

  private String variantText() {
    String text = "";
    while (true) {
      XmlInput.Event event = xml.next();
      if (event == XmlInput.Event.END_ELEMENT) {
        return text;
      }
      if (event == XmlInput.Event.START_ELEMENT) {
        if (xml.name().equals("seg")) {
          text = segment();
        } else {
          xml.elementText();
        }
      }
    }
  }

  /** Reads the text of the current element up to its end, without codes. */
  private String segment() {
    StringBuilder text = new StringBuilder();
    int depth = 1;
    while (depth > 0) {
      switch (xml.next()) {
        case START_ELEMENT -> {
          if (CODES.contains(xml.name())) {
            xml.elementText();
          } else {
            depth++;
          }
        }
        case END_ELEMENT -> depth--;
        case TEXT -> xml.appendText(text);
        case END_OF_FILE -> throw new AssertionError("an element without end is reported");
      }
    }
    return LINE_END.matcher(text).replaceAll(" ").strip();
  }

  @Override
  public FormatException toFormatException(String problem) {
    return xml.toFormatException(line, problem);
  }

  @Override
  public double progress() {
    return xml.progress();
  }

  @Override
  public void close() {
    xml.close();
  }
}
