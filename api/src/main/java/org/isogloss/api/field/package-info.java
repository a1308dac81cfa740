// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The types of the fields of documents.
 *
 * <p>{@link FieldTypes} records the {@link FieldType} of each field of an index and checks new
 * documents against it; {@link DatePeriod} reads dates. Begin with {@link FieldTypes}.
 */
@NullMarked
package org.isogloss.api.field;

import org.jspecify.annotations.NullMarked;
