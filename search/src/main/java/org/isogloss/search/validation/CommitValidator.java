// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.validation;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.KnnVectorValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
import org.isogloss.search.index.IndexProblems;
import org.isogloss.search.index.IndexingCheckpoint;
import org.isogloss.search.index.PassageFields;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.vector.LanguageMeans;
import org.isogloss.search.vector.QuerySample;

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
        if (step.consumed() < 0 || step.leftOut() < 0 || step.leftOut() > step.consumed()) {
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
    try {
      if (!QuerySample.fromUserData(userData).hasDimension(dimension())) {
        problems.add("the sample of queries has vectors of another dimension than " + dimension());
      }
    } catch (RuntimeException e) {
      problems.add("the sample of queries cannot be read", e);
    }
  }

  private int dimension() {
    return manifest.model().map(IndexManifest.Model::dimension).orElse(0);
  }

  /** Checks that the means for the vectors of a segment exist, unless all are deleted. */
  void means(LeafReaderContext leaf) throws IOException {
    int dimension = dimension();
    for (FieldInfo field : leaf.reader().getFieldInfos()) {
      if (field.hasVectorValues() && hasLiveVector(leaf, field.name)) {
        String code = PassageFields.languageOfVector(field.name);
        Optional<float[]> passageMean = means.findPassageMean(code);
        if (passageMean.isEmpty()) {
          problems.add("no mean vector for the language " + code);
        }
        passageMean.ifPresent(mean -> requireMean(code, mean, dimension));
        means.findSentenceMean(code).ifPresent(mean -> requireMean(code, mean, dimension));
      }
    }
  }

  private static boolean hasLiveVector(LeafReaderContext leaf, String field) throws IOException {
    Bits live = leaf.reader().getLiveDocs();
    KnnVectorValues.DocIndexIterator iterator =
        leaf.reader().getFloatVectorValues(field).iterator();
    while (iterator.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
      if (live == null || live.get(iterator.docID())) {
        return true;
      }
    }
    return false;
  }

  private void requireMean(String code, float[] mean, int dimension) {
    if (mean.length != dimension) {
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
