// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FloatVectorValues;
import org.apache.lucene.index.KnnVectorValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.store.FSDirectory;
import org.isogloss.search.index.PassageFields;

/** Dumps the content of the last commit of an index without the code under test. */
final class IndexDump {
  private IndexDump() {}

  /**
   * Returns one line for each passage, in the order of ids and passages; a duplicate passage is two
   * lines.
   */
  static List<String> of(Path folder) {
    List<String> passages = new ArrayList<>();
    try (var directory = FSDirectory.open(folder.resolve("lucene"));
        var reader = DirectoryReader.open(directory)) {
      for (LeafReaderContext leaf : reader.leaves()) {
        Map<Integer, String> vectors = vectors(leaf);
        var live = leaf.reader().getLiveDocs();
        for (int i = 0; i < leaf.reader().maxDoc(); i++) {
          if (live == null || live.get(i)) {
            var passage = PassageFields.toPassage(leaf.reader().storedFields().document(i));
            passages.add(passage + " " + vectors.getOrDefault(i, "no vector"));
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    passages.sort(null);
    return passages;
  }

  private static Map<Integer, String> vectors(LeafReaderContext leaf) throws IOException {
    Map<Integer, String> vectors = new HashMap<>();
    for (FieldInfo field : leaf.reader().getFieldInfos()) {
      if (field.hasVectorValues()) {
        FloatVectorValues values = leaf.reader().getFloatVectorValues(field.name);
        KnnVectorValues.DocIndexIterator all = values.iterator();
        while (all.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
          String vector = field.name + " " + Arrays.toString(values.vectorValue(all.index()));
          vectors.put(all.docID(), vector);
        }
      }
    }
    return vectors;
  }
}
