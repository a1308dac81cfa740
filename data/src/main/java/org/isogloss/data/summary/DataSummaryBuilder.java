// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.summary;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.isogloss.core.Language;
import org.isogloss.core.util.Excerpt;
import org.isogloss.core.util.ReservoirSample;
import org.isogloss.data.Records;
import org.isogloss.data.detect.DataFormat;
import org.isogloss.data.duplicate.DuplicateCounter;
import org.isogloss.text.language.LanguageIdentifier;

/** Computes a {@link DataSummary}; the memory does not depend on the number of records. */
final class DataSummaryBuilder {
  private static final int SAMPLE_SIZE = 1000;
  private static final int MAX_EXAMPLES = 10;
  private static final int MAX_LABELS = 1000;
  private static final Pattern SPACE = Pattern.compile("\\s+");

  private record Sampled(String id, Language language, String text) {}

  private final SortedMap<Integer, Long> lengths = new TreeMap<>();
  private final Map<String, Long> labels = new TreeMap<>();
  private final SortedMap<String, Long> declared = new TreeMap<>();
  private final ReservoirSample<Sampled> sample = new ReservoirSample<>(SAMPLE_SIZE, new Random(1));
  private final DuplicateCounter ids = new DuplicateCounter();
  private final DuplicateCounter contents = new DuplicateCounter();
  private long texts;

  DataSummary summarize(Path path, DataFormat format, Records<GenericRecord> records) {
    records.forEachRemaining(this::add);
    Map<String, Long> identified = new TreeMap<>();
    List<DataSummary.Contradiction> contradictions = new ArrayList<>();
    LanguageIdentifier identifier = LanguageIdentifier.forAllLanguages();
    for (Sampled one : sample.items()) {
      Language found = identifier.identify(one.text()).reliableLanguage();
      identified.merge(found.tag(), 1L, Long::sum);
      if (!found.isUndetermined()
          && !one.language().isUndetermined()
          && !found.code().equals(one.language().code())) {
        contradictions.add(
            new DataSummary.Contradiction(
                one.id(), one.language().tag(), found.tag(), excerpt(one.text())));
      }
    }
    return new DataSummary(
        path,
        format,
        records.readCount(),
        records.skippedCount(),
        records.problems(),
        records.withoutTextCount(),
        texts,
        lengths(),
        descendingByCount(labels),
        Collections.unmodifiableSortedMap(declared),
        descendingByCount(identified),
        contradictions.size(),
        contradictions.stream().limit(MAX_EXAMPLES).toList(),
        ids.duplicateCount(),
        contents.duplicateCount(),
        ids.isEstimate() || contents.isEstimate(),
        records.skippedFiles());
  }

  private void add(GenericRecord record) {
    record.labels().stream()
        .filter(label -> labels.size() < MAX_LABELS || labels.containsKey(label))
        .forEach(label -> labels.merge(label, 1L, Long::sum));
    if (!record.id().isEmpty()) {
      ids.add(record.id());
    }
    if (record.texts().stream().anyMatch(text -> !text.text().isEmpty())) {
      contents.add(record.texts().stream().map(GenericRecord.Text::text).toArray(String[]::new));
    }
    for (GenericRecord.Text text : record.texts()) {
      texts++;
      declared.merge(text.language().tag(), 1L, Long::sum);
      lengths.merge(text.text().codePointCount(0, text.text().length()), 1L, Long::sum);
      sample.add(new Sampled(record.id(), text.language(), text.text()));
    }
  }

  private static String excerpt(String text) {
    String excerpt = Excerpt.quote(SPACE.matcher(text).replaceAll(" ").strip());
    return excerpt.substring(1, excerpt.length() - 1);
  }

  private static Map<String, Long> descendingByCount(Map<String, Long> counts) {
    Map<String, Long> sorted = new LinkedHashMap<>();
    counts.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
    return Collections.unmodifiableMap(sorted);
  }

  private DataSummary.Lengths lengths() {
    if (texts == 0) {
      return new DataSummary.Lengths(0, 0, 0, 0, 0, 0, 0);
    }
    double sum = 0;
    for (Map.Entry<Integer, Long> entry : lengths.entrySet()) {
      sum += (double) entry.getKey() * entry.getValue();
    }
    return new DataSummary.Lengths(
        lengths.firstKey(),
        quantile(0.25),
        quantile(0.5),
        quantile(0.75),
        quantile(0.95),
        lengths.lastKey(),
        sum / texts);
  }

  /** The smallest length that at least this share of the texts does not exceed. */
  private int quantile(double share) {
    double needed = share * texts;
    long count = 0;
    for (Map.Entry<Integer, Long> entry : lengths.entrySet()) {
      count += entry.getValue();
      if (count >= needed) {
        return entry.getKey();
      }
    }
    return lengths.lastKey();
  }
}
