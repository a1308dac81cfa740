// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.validation;

import java.io.IOException;
import java.util.Map;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.LeafReaderContext;
import org.isogloss.search.index.IndexProblems;
import org.isogloss.search.index.IndexingCheckpoint;
import org.isogloss.search.index.PassageFields;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.vector.LanguageMeans;

/** Checks the user data of a commit: the checkpoint and the mean vectors. */
final class CommitValidator {
  private final IndexManifest manifest;
  private final IndexProblems problems;
  private LanguageMeans means = new LanguageMeans(Map.of(), Map.of());

  CommitValidator(IndexManifest manifest, IndexProblems problems) {
    this.manifest = manifest;
    this.problems = problems;
  }

  /** Checks the user data of a commit. */
  void validateUserData(Map<String, String> userData) {
    try {
      IndexingCheckpoint checkpoint = IndexingCheckpoint.fromUserData(userData);
      for (IndexingCheckpoint.Step step : checkpoint.steps()) {
        if (step.consumed() < 0
            || step.emptyRecords() < 0
            || step.emptyRecords() > step.consumed()) {
          problems.add("the checkpoint has an impossible step: " + step);
        }
      }
    } catch (RuntimeException e) {
      problems.add("the checkpoint cannot be read", e);
    }
    try {
      means = LanguageMeans.fromUserData(userData);
    } catch (RuntimeException e) {
      problems.add("the mean vectors cannot be read", e);
    }
  }

  /** Checks that the means for the vectors of a segment exist. */
  void means(LeafReaderContext leaf) throws IOException {
    int dimension = manifest.model().map(IndexManifest.Model::dimension).orElse(0);
    for (FieldInfo field : leaf.reader().getFieldInfos()) {
      if (field.hasVectorValues()) {
        String code = PassageFields.languageOfVector(field.name);
        requireMean(code, means.passageMean(code), dimension);
        requireMean(code, means.sentenceMean(code), dimension);
      }
    }
  }

  private void requireMean(String code, float[] mean, int dimension) {
    if (mean == null) {
      problems.add("no mean vector for the language " + code);
    } else if (mean.length != dimension) {
      problems.add(
          "the mean vector of "
              + code
              + " has "
              + mean.length
              + " dimensions, expected "
              + dimension);
    } else {
      for (float value : mean) {
        if (!(Math.abs(value) <= 1.01f)) {
          problems.add("the mean vector of " + code + " contains " + value);
          return;
        }
      }
    }
  }
}
