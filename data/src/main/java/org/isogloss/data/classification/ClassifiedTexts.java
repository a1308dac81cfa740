// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.classification;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.isogloss.core.Language;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.parse.FieldParsing;

/**
 * Texts and pairs of texts with labels. Reads
 *
 * <ul>
 *   <li>TSV with a header, as in XNLI (Conneau et al. 2018), PAWS-X (Yang et al. 2019) and SICK
 *       (Marelli et al. 2014): the columns {@code sentence1}, {@code sentence_A}, {@code premise},
 *       {@code first}, {@code sentence} or {@code text}; optionally {@code sentence2}, {@code
 *       sentence_B}, {@code hypothesis}, {@code hypo} or {@code second}; {@code gold_label}, {@code
 *       entailment_label}, {@code entailment_judgment} or {@code label}; optionally {@code
 *       language} or {@code lang}. Other columns are ignored;
 *   <li>TSV without a header, as in XTREME (Hu et al. 2020): first text, second text, label; or
 *       text, label;
 *   <li>CSV (RFC 4180) with the same columns, separated by commas;
 *   <li>an object on each line, with the same names as keys; a label may be a number.
 * </ul>
 *
 * <p>TSV has no quoting. Labels are read as they are written, except {@code contradictory}, which
 * XNLI's machine-translated training files write for {@code contradiction}. Rows with the label
 * {@code -}, on which the annotators did not agree, are left out.
 */
public final class ClassifiedTexts {
  private static final String NO_MAJORITY = "-";

  private static final List<List<String>> LAYOUTS =
      List.of(List.of("sentence1", "sentence2", "label"), List.of("text", "label"));

  private ClassifiedTexts() {}

  /** Reads texts. */
  public static Records<ClassifiedText> read(Path file, OnError onError) {
    return TextRows.read(file, onError, LAYOUTS, List.of(Header.LABEL), ClassifiedTexts::text);
  }

  private static Optional<ClassifiedText> text(Row row) throws MalformedRecordException {
    Optional<String> tag = row.find(Header.LANGUAGE);
    Language language =
        tag.isPresent() ? FieldParsing.parseLanguage(tag.get()) : Language.UNDETERMINED;
    String label = row.require(Header.LABEL).strip();
    if (label.equals(NO_MAJORITY)) {
      return Optional.empty();
    }
    Optional<String> second =
        row.find(Header.SECOND).isPresent()
            ? Optional.of(row.require(Header.SECOND))
            : Optional.empty();
    return Optional.of(
        new ClassifiedText(
            language,
            row.require(Header.FIRST),
            second,
            label.equals("contradictory") ? "contradiction" : label));
  }

  /** Whether a line of TSV is a header that this reader recognises. */
  public static boolean isHeader(String line) {
    List<String> cells = Header.cells(line);
    return Header.isHeader(cells) && Header.indexOf(cells, Header.LABEL) >= 0;
  }
}
