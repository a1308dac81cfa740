// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.parse;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.isogloss.data.MalformedRecordException;

/**
 * Converts a JSON object to a record.
 *
 * @param <T> the type of a record
 */
@FunctionalInterface
public interface ObjectParser<T> {
  T parse(ObjectNode object) throws MalformedRecordException;
}
