package org.isogloss.neural.staticencoder;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.NtrexFolder;
import org.isogloss.neural.Validation;
import org.isogloss.text.Tokenizer;

/** Validation by finding translations: the mean over collections of the mean over languages. */
final class MateValidation implements Validation {
  private static final Language ENGLISH = Language.of("en");

  private final StaticEncoderModel model;
  private final Map<String, List<MateSet>> collections = new TreeMap<>();

  MateValidation(StaticEncoderModel model) {
    this.model = model;
  }

  void add(String collection, MateSet set) {
    if (set.size() > 0) {
      collections.computeIfAbsent(collection, key -> new ArrayList<>()).add(set);
    }
  }

  /** Adds a folder of line by line translations of one text; English is searched. */
  void addSentences(String collection, Path folder, Tokenizer tokenizer) {
    NtrexFolder sentences = NtrexFolder.in(folder);
    List<String> english = sentences.sentences(ENGLISH);
    for (Language language : sentences.languages()) {
      if (language.equals(ENGLISH)) {
        continue;
      }
      List<String> other = sentences.sentences(language);
      if (other.size() != english.size()) {
        throw new IsoglossException(
            folder
                + ": "
                + other.size()
                + " lines in "
                + language
                + ", but "
                + english.size()
                + " in English; expected line by line translations");
      }
      add(collection, MateSet.of(language.tag(), english, other, tokenizer));
    }
  }

  boolean isEmpty() {
    return collections.isEmpty();
  }

  @Override
  public Outcome validate() {
    Map<String, Double> details = new TreeMap<>();
    double sum = 0;
    for (var collection : collections.entrySet()) {
      double inside = 0;
      for (MateSet set : collection.getValue()) {
        double accuracy = set.accuracy(model);
        details.put(collection.getKey() + '/' + set.name(), accuracy);
        inside += accuracy;
      }
      double mean = inside / collection.getValue().size();
      details.put(collection.getKey(), mean);
      sum += mean;
    }
    return new Outcome(sum / collections.size(), details);
  }
}
