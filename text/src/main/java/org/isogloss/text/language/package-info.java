// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Language identification.
 *
 * <p>{@link LanguageIdentifier} decides by the script if only one language uses it, and by Apache
 * OpenNLP's character n-gram model otherwise. The result is a {@link LanguageIdentification}: a
 * language, a calibrated confidence, and the next most probable languages.
 */
package org.isogloss.text.language;
