// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.sync;

import java.util.Arrays;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.StringHelper;

/** Counts different ids by their 64-bit hashes, in 8 bytes for each. */
public final class DistinctIds {
  private long[] hashes = new long[8];
  private int size;

  /** Adds an id, which may have been added before. */
  public void add(String id) {
    hashes = ArrayUtil.grow(hashes, size + 1);
    hashes[size++] = StringHelper.murmurhash3_x64_128(new BytesRef(id))[0];
  }

  /** The number of different ids. */
  public long count() {
    return Arrays.stream(hashes, 0, size).distinct().count();
  }
}
