// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.lucene;

import java.io.IOException;
import org.apache.lucene.codecs.KnnVectorsFormat;
import org.apache.lucene.codecs.KnnVectorsReader;
import org.apache.lucene.codecs.KnnVectorsWriter;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;
import org.isogloss.search.manifest.IndexManifest;

/**
 * A format of Lucene without its limit of 1,024 dimensions. It has the name of that format, which
 * reads what it writes.
 */
final class LongVectorsFormat extends KnnVectorsFormat {
  private final KnnVectorsFormat format;

  LongVectorsFormat(KnnVectorsFormat format) {
    super(format.getName());
    this.format = format;
  }

  @Override
  public KnnVectorsWriter fieldsWriter(SegmentWriteState state) throws IOException {
    return format.fieldsWriter(state);
  }

  @Override
  public KnnVectorsReader fieldsReader(SegmentReadState state) throws IOException {
    return format.fieldsReader(state);
  }

  @Override
  public int getMaxDimensions(String field) {
    return IndexManifest.Model.MAX_DIMENSION;
  }

  @Override
  public String toString() {
    return format.toString();
  }
}
