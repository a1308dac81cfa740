// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Low-level access to the files of a model.
 *
 * <p>{@link ModelJson} and {@link JsonObject} read JSON strictly: size limits, no duplicate keys,
 * no unknown keys, errors with file and key. {@link RandomAccessBytes} maps large files into
 * memory.
 */
package org.isogloss.modelio.file;

import org.isogloss.core.json.JsonObject;
