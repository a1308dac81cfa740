// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The fields of a document in addition to id, language, title and text.
 *
 * <p>{@link Metadata} is an ordered map from names to {@link MetadataValue}s. Begin with {@link
 * Metadata}.
 */
@NullMarked
package org.isogloss.core.metadata;

import org.jspecify.annotations.NullMarked;
