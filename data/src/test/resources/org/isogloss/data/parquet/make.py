# SPDX-License-Identifier: Apache-2.0
# Copyright the Isogloss authors
"""Writes the Parquet files of this folder, with pyarrow 26: pip install pyarrow; python make.py"""
import datetime
import decimal

import pyarrow as pa
import pyarrow.parquet as pq

N = 6
TEXTS = pa.table({
    "id": [f"d{i}" for i in range(N)],
    "title": ["Rhein", "Donau", None, "Elbe", "Oder", "Main"],
    "text": ["Der Rhein ist lang.", "Die Donau ist länger.", "石油工业", "Elbe " * 30, "Oder", "Main"],
    "year": pa.array([2020, None, 2022, 2023, 2024, -5], pa.int32()),
    "tags": [["a", "b"], [], None, ["c"], ["d"], ["e", None]],
})
for codec in ["none", "snappy", "gzip", "zstd"]:
    for version in ["1.0", "2.0"]:
        for dictionary in [True, False]:
            name = f"{codec}-{version[0]}-{'dictionary' if dictionary else 'plain'}.parquet"
            pq.write_table(TEXTS, name, compression=codec, data_page_version=version, row_group_size=4,
                           use_dictionary=dictionary, write_page_checksum=True)
pq.write_table(TEXTS, "delta.parquet", compression="none", use_dictionary=False,
               column_encoding={"id": "DELTA_BYTE_ARRAY", "title": "DELTA_LENGTH_BYTE_ARRAY",
                                "text": "DELTA_BYTE_ARRAY", "year": "DELTA_BINARY_PACKED"})
pq.write_table(TEXTS, "lz4.parquet", compression="lz4")

pq.write_table(pa.table({
    "id": ["1", "2"],
    "text": ["one", "two"],
    "big": pa.array(["large", None], pa.large_string()),
    "number": pa.array([2**40, None], pa.int64()),
    "unsigned": pa.array([2**32 - 1, 0], pa.uint32()),
    "price": [1.5, float("nan")],
    "single": pa.array([0.1, None], pa.float32()),
    "checked": [True, None],
    "cost": pa.array([decimal.Decimal("1.20"), None], pa.decimal128(10, 2)),
    "date": [datetime.date(2024, 5, 31), None],
    "at": pa.array([datetime.datetime(2024, 5, 31, 12), None], pa.timestamp("us", tz="UTC")),
    "local": pa.array([datetime.datetime(2024, 5, 31, 12, 30), None], pa.timestamp("ms")),
    "people": [[{"name": "Ada", "places": ["x", "y"]}, {"name": "Bo", "places": []}], []],
    "props": pa.array([[("k", "v"), ("l", None)], None], pa.map_(pa.string(), pa.string())),
    "nested": [{"a": {"b": 1}}, {"a": None}],
    "image": [b"\x89PNG\xff", None],
    "embedding": pa.array([[0.1, 0.2], [0.3]], pa.list_(pa.float32())),
}), "types.parquet", compression="snappy")

pq.write_table(pa.table({
    "id": ["a", "b", "c"],
    "title": ["Rhein", "Rhein", "Donau"],
    "context": ["Der Rhein ist lang."] * 2 + ["Länger."],
    "question": ["Was?", "Wie?", "Wer?"],
    "answers": [{"text": ["Rhein"], "answer_start": [4]}, {"text": [], "answer_start": []},
                {"text": ["Länger"], "answer_start": [0]}],
}), "squad.de.parquet", compression="zstd")
