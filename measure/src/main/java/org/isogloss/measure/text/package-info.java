// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Text operations by the definitions of Python, in which the reference scripts of measures are
 * written.
 *
 * <p>{@link UnicodeText} lower-cases, strips and splits text for the measures of answers and of
 * translations.
 */
package org.isogloss.measure.text;
