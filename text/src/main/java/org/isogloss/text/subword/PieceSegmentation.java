// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.subword;

import java.util.List;

/** Splits a normalised text into pieces; a character that no piece contains is one by itself. */
interface PieceSegmentation {
  List<String> split(String normalized);
}
