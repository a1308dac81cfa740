// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.weights;

import static java.util.Objects.requireNonNull;

import org.isogloss.modelio.transformer.TransformerConfig;
import org.isogloss.modelio.transformer.TransformerHead;

/** Where the tensors with canonical names are stored in a file that is written. */
interface StoredNames {
  /**
   * A tensor of the file, or some of its rows.
   *
   * @param name name of the tensor in the file
   * @param part which of the parts, from 0
   * @param parts into how many parts of equal size its rows are divided
   */
  record Place(String name, int part, int parts) {
    public Place {
      requireNonNull(name, "name is null");
    }
  }

  /**
   * Returns the place of a tensor.
   *
   * @throws org.isogloss.core.IsoglossException if the file has no such tensor
   */
  Place place(String canonicalName);

  /** Returns the names of the class for a head in the BERT and the XLM-RoBERTa family. */
  static StoredNames ofFamily(TransformerConfig.Family family, TransformerHead head) {
    return name -> new Place(TransformerTensorNames.storedName(name, family, head), 0, 1);
  }
}
